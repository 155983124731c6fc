import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { maybe } from '../values.ts'

const matcher = z.strictObject({
  label: z.string().min(1).max(256),
  op: z.enum(['=', '!=', '=~', '!~']).default('='),
  value: z.string().max(1024),
})

// Values that no one condition worth silencing by has in common.
const PROBES = ['', 'a', 'Zq7', 'x-1_y.z', '10.0.0.1:9100']

// Tells whether a condition leaves something out: a name, or an expression that not every value meets.
function isNarrow({ op, value }: z.output<typeof matcher>): boolean {
  if (op === '=') return value !== ''
  if (op !== '=~') return false
  try {
    const expression = new RegExp(`^(?:${value})$`)
    return PROBES.filter((one) => expression.test(one)).length <= 1 && !expression.test('')
  } catch {
    // RE2 has forms that are none here; what cannot be judged does not count as narrow.
    return false
  }
}

// Silences alerts for a time; reaches people by keeping them from being told, so somebody else must approve it.
export const alertsSilencesCreate = defineOperation({
  id: 'alerts.silences.create',
  title: 'Create a silence',
  describe:
    'Silences the alerts that match, for a fixed time, once another person has approved it; shows first what it would silence now.',
  when: ['silence the alert', 'mute during the maintenance', 'stop paging for this', 'create a downtime'],
  contract: 1,
  input: z.strictObject({
    matchers: z
      .array(matcher)
      .min(1)
      .max(20)
      .refine(
        (all) => all.some(isNarrow),
        'must name something: a silence that matches every alert is refused',
      )
      .describe('All must hold; at least one must name something'),
    minutes: z.int().min(1).max(10_080).describe('How long; a silence always ends'),
    comment: z.string().min(1).max(1000).describe('Why, for whoever wonders'),
  }),
  output: z.object({
    created: z.boolean().describe('False in a preview'),
    id: maybe.text,
    starts_at: maybe.time,
    ends_at: maybe.time,
    alerts: z
      .array(z.object({ name: maybe.text, labels: z.record(z.string(), z.string()), since: maybe.time }))
      .describe('Active alerts that match now'),
    alerts_total: z.number(),
  }),
  scope: 'backend',
  tier: 'send',
  freshness: 0,
  permissions: {
    alertmanager: ['GET /api/v2/alerts', 'GET /api/v2/silences', 'POST /api/v2/silences'],
    grafana: ['alert.silences:create'],
    datadog: ['monitors_downtime'],
  },
  proof: 'the vendor confirmed the silence',
  since: '0.1.0',
})
