import { checkSegment, readSpan } from '@vedette/connectors/kit'
import { type CallContext, serve } from '@vedette/proto/connector'
import { errorsIssuesGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { SentryClient } from '../client.ts'
import { eventSchema, toExceptions } from '../events.ts'
import { issueSchema, toRow } from '../issues.ts'
import { askOne, askPart, toReading } from '../reading.ts'
import { number, text, toTime } from '../values.ts'

const detail = issueSchema.extend({
  stats: z.record(z.string(), z.array(z.tuple([z.number(), z.number()]))).nullish(),
})
const short = z.looseObject({ groupId: z.string() })
const values = z.array(z.looseObject({ value: text, count: number, firstSeen: text }))
const DAY_MS = 86_400_000

// One issue by id or short id, with its newest stack. The points are Sentry's own of the last day or month.
export const serveErrorsIssuesGet = serve(errorsIssuesGet, async (client: SentryClient, input, context) => {
  const window = readSpan(input, context)
  const id = /^\d+$/.test(input.id) ? input.id : await findId(client, input.id, context)
  const path = ['issues', checkSegment('integer', id, 'id')]
  const ask = { context, needs: 'event:read' }
  const { value: one } = await askOne('id', () => client.ask({ ...ask, path, schema: detail }))
  const latest = await askPart(() =>
    client.ask({ ...ask, path: [...path, 'events', 'latest'], schema: eventSchema }),
  )
  const readTag = (key: string) =>
    askPart(() => client.ask({ ...ask, path: [...path, 'tags', key, 'values'], schema: values }))
  const releases = await readTag('release')
  const environments = await readTag('environment')
  const span = context.clock.now() - window.from <= DAY_MS ? '24h' : '30d'
  const event = latest.value?.value
  const failing = event === undefined ? undefined : toExceptions(event).at(-1)
  const value = {
    issue: toRow(one),
    message: one.metadata?.value ?? null,
    frames: failing?.frames ?? null,
    points: (one.stats?.[span] ?? [])
      .map(([at, count]): [number, number] => [at * 1000, count])
      .filter(([at]) => at >= window.from && at <= window.to),
    releases:
      releases.value?.value.flatMap((each) =>
        each.value == null
          ? []
          : [{ release: each.value, events: each.count ?? null, first_at: toTime(each.firstSeen) }],
      ) ?? null,
    environments: environments.value?.value.flatMap((each) => each.value || []) ?? null,
    suspect_commits: null,
    latest_event_id: event?.eventID ?? null,
    sample_trace_id: event?.contexts?.trace?.trace_id ?? null,
  }
  const isCut = [releases, environments].some((each) => each.value?.paging?.next !== undefined)
  return toReading(value, {
    client,
    context,
    items: 1,
    cut: isCut ? 'rows' : undefined,
    url: one.permalink,
    failed: [...latest.failed, ...releases.failed, ...environments.failed],
  })
})

async function findId(client: SentryClient, id: string, context: CallContext): Promise<string> {
  const path = ['shortids', checkSegment('name', id, 'id')]
  const { value } = await askOne('id', () =>
    client.ask({ path, schema: short, context, needs: 'event:read' }),
  )
  return value.groupId
}
