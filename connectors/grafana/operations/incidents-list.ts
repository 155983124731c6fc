import { readPages, readSpan, sliceByKey, tellReading, toMs, toTime } from '@vedette/connectors/kit'
import { ArgumentError, SourceError, serve } from '@vedette/proto/connector'
import { incidentsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { askPlugin, type GrafanaClient } from '../client.ts'
import { tellGaps } from '../oncall.ts'

const PLUGIN = 'grafana-irm-app'
const ROWS = 100
const MAX_ROWS = 1000
const STATES = Object.freeze({ active: 'triggered', resolved: 'resolved' } as const)

const text = z.string().nullish()
const preview = z.object({
  incidentID: z.string().min(1),
  title: z.string(),
  slug: text,
  status: z.string(),
  severityLabel: text,
  isDrill: z.boolean().nullish(),
  createdTime: z.string(),
  incidentEnd: text,
  closedTime: text,
})
type Preview = z.output<typeof preview>
const answer = z.object({
  incidentPreviews: z.array(preview),
  cursor: z.object({ hasMore: z.boolean(), nextValue: text }),
  // The plugin may put an error into an answer of status 200.
  error: z.literal('').nullish(),
})

// Incidents of Grafana's IRM plugin that were declared or still open in the window, newest first. Drills are left out;
// the plugin's incidents belong to no service or team.
export const serveIncidentsList = serve(incidentsList, async (client: GrafanaClient, input, context) => {
  if (!client.config.irm) throw new SourceError('not_configured', { reason: 'not_requested' })
  for (const field of ['service', 'team'] as const)
    if (input[field] !== undefined)
      throw new ArgumentError({
        field,
        message: `incidents of Grafana have no ${field}`,
        fix: `leave ${field} out`,
      })
  const window = readSpan(input, context)
  const paged = await readPages<Preview>(
    async (nextValue) => {
      const told = await askPlugin(PLUGIN, () =>
        client.ask({
          path: ['plugins', PLUGIN, 'resources', 'api', 'v1', 'IncidentsService.QueryIncidentPreviews'],
          body: {
            query: { limit: ROWS, orderField: 'createdTime', orderDirection: 'DESC', queryString: '' },
            ...(nextValue === undefined ? {} : { cursor: { hasMore: true, nextValue } }),
          },
          schema: answer,
          needs: 'grafana-irm-app.incidents:read',
          context,
        }),
      )
      const { hasMore, nextValue: next } = told.cursor
      return { items: told.incidentPreviews, ...(hasMore ? { next: next ?? '' } : {}) }
    },
    { maxItems: MAX_ROWS },
  )
  const rows = paged.items
    .filter((one) => one.isDrill !== true && isWithin(one, window))
    .map((one) => toRow(client, one))
    .filter((row) => input.state === undefined || row.state === input.state || row.state === 'unknown')
    .filter((row) => input.severity === undefined || row.severity === input.severity)
  const page = sliceByKey(rows, (row) => [-(toMs(row.created_at) ?? 0), row.id], input)
  const { cut, beside = [] } = tellGaps(paged)
  return tellReading(
    { incidents: [...page.rows], total: cut === undefined ? page.total : null },
    {
      ...{ context, scope: await client.identify(context), items: page.rows.length },
      ...{ total: page.total, cursor: page.cursor, cut, beside },
      // One that is private is shown only to those whom it concerns.
      evidence: { unproven: 'private_incidents_may_be_hidden' },
    },
  )
})

// One that is not known to have ended may be open still.
function isWithin(one: Preview, { from, to }: Readonly<{ from: number; to: number }>): boolean {
  const ended = toMs(one.closedTime) ?? toMs(one.incidentEnd)
  const isOver = one.status === 'resolved' && ended !== undefined && ended < from
  return !isOver && (toMs(one.createdTime) ?? to) <= to
}

function toRow({ config }: GrafanaClient, one: Preview) {
  const word = one.status
  const isKnown = Object.hasOwn(STATES, word)
  return {
    ...{ id: one.incidentID, number: null, title: one.title },
    state: isKnown ? STATES[word as keyof typeof STATES] : ('unknown' as const), // just checked
    ...{ vendor_state: word, severity: one.severityLabel ?? null, urgency: null, services: [], teams: null },
    created_at: toTime(one.createdTime) ?? one.createdTime,
    acknowledged_at: null,
    resolved_at: word === 'resolved' ? toTime(one.closedTime ?? one.incidentEnd) : null,
    ...{ assigned_to: null, alerts: null },
    url: `${config.url.replace(/\/+$/, '')}/a/${PLUGIN}/incidents/${encodeURIComponent(one.incidentID)}`,
  }
}
