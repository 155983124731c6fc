import { toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, complete, SourceError, serveWrite } from '@vedette/proto/connector'
import { alertsSilencesCreate } from '@vedette/proto/operations'
import { z } from 'zod'
import { managerAlerts, managerSilences } from '../answers.ts'
import type { PrometheusClient } from '../client.ts'
import { toScope } from '../reading.ts'

type Input = z.output<typeof alertsSilencesCreate.input>

const MAX_SHOWN = 50
const created = z.object({ silenceID: z.string().min(1) })

// A silence in Alertmanager. The key stands in its comment, so that the same action finds what it made before.
export const serveAlertsSilencesCreate = serveWrite(alertsSilencesCreate, {
  async preview(client: PrometheusClient, input, context) {
    const alerts = await findMatching(client, input, context)
    return toReading(client, context, { created: false, id: null, starts_at: null, ends_at: null, ...alerts })
  },
  async run(client: PrometheusClient, input, context) {
    const { clock, idempotencyKey } = context
    const mark = `[vedette ${idempotencyKey}]`
    const ask = { path: ['api', 'v2', 'silences'], context }
    const [alerts, silences] = await Promise.all([
      findMatching(client, input, context),
      askOf(client)({ ...ask, schema: managerSilences }),
    ])
    const known = silences.find(({ comment }) => comment?.endsWith(mark) === true)
    if (known !== undefined)
      return toReading(client, context, {
        created: true,
        id: known.id,
        starts_at: known.startsAt || null,
        ends_at: known.endsAt || null,
        ...alerts,
      })
    const starts_at = toRfc3339(clock.now())
    const ends_at = toRfc3339(clock.now() + input.minutes * 60_000)
    const body = {
      matchers: input.matchers.map(toMatcher),
      startsAt: starts_at,
      endsAt: ends_at,
      createdBy: 'vedette',
      comment: `${input.comment} ${mark}`,
    }
    const { silenceID } = await create(client, body, context)
    return toReading(client, context, { created: true, id: silenceID, starts_at, ends_at, ...alerts })
  },
})

type Value = z.input<typeof alertsSilencesCreate.output>

function toReading(client: PrometheusClient, context: CallContext, value: Value) {
  return complete(value, { items: 1, as_of: toRfc3339(context.clock.now()), scope: toScope(client) })
}

// What Alertmanager itself says that these matchers match now, and is not silenced already.
async function findMatching(client: PrometheusClient, { matchers }: Input, context: CallContext) {
  const filter = matchers.map(({ label, op, value }) => `${label}${op}${JSON.stringify(value)}`)
  const all = await askOf(client)({
    path: ['api', 'v2', 'alerts'],
    query: { filter, active: 'true', inhibited: 'true', unprocessed: 'true', silenced: 'false' },
    schema: managerAlerts,
    context,
  }).catch(throwRefusal)
  const alerts = all.slice(0, MAX_SHOWN).map(({ labels, startsAt }) => ({
    name: labels['alertname'] ?? null,
    labels,
    since: startsAt || null,
  }))
  return { alerts, alerts_total: all.length }
}

async function create(client: PrometheusClient, body: unknown, context: CallContext) {
  const tell = client.tellManager
  if (tell === undefined) throw notConfigured()
  return tell({ path: ['api', 'v2', 'silences'], body, schema: created, context }).catch(throwRefusal)
}

// Alertmanager answered that it takes no such matchers; nothing was made.
function throwRefusal(error: unknown): never {
  const isRefused =
    error instanceof ArgumentError || (error instanceof SourceError && error.carried.status === 400)
  if (!isRefused) throw error
  throw new ArgumentError({
    field: 'matchers',
    message: 'Alertmanager refuses these matchers',
    fix: 'check them: expressions are RE2, and the label names must be valid',
  })
}

function toMatcher({ label, op, value }: Input['matchers'][number]) {
  return { name: label, value, isRegex: op.endsWith('~'), isEqual: op.startsWith('=') }
}

function askOf(client: PrometheusClient): NonNullable<PrometheusClient['askManager']> {
  if (client.askManager === undefined) throw notConfigured()
  return client.askManager
}

function notConfigured(): SourceError {
  return new SourceError('not_configured', { reason: 'not_requested' })
}
