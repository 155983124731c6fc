import { parseInstant, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { ticketsSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from '../client.ts'
import { toPage } from '../links.ts'
import { cutOf, readList } from '../pages.ts'
import { toFailed, toReading } from '../reading.ts'
import { cannotAsk } from '../refusals.ts'
import { bag, digText, text, toMs, toTime } from '../values.ts'

const page = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        key: text,
        title: text,
        status: text,
        type: text,
        priority: text,
        description: text,
        created_at: text,
        modified_at: text,
        closed_at: text,
        attributes: bag.nullish(),
      }),
      relationships: z.unknown().optional(),
    }),
  ),
})
const STATES = Object.freeze({ OPEN: 'open', IN_PROGRESS: 'in_progress', CLOSED: 'closed' } as const)

// Cases, newest change first. A state that is not known counts as open.
export const serveTicketsSearch = serve(ticketsSearch, async (client: DatadogClient, input, context) => {
  if (input.label !== undefined) throw cannotAsk('label', 'cases of Datadog have no labels')
  const since = input.updated_since === undefined ? 0 : parseInstant(input.updated_since, 'updated_since')
  const { answers, paged } = await readList(client, {
    path: ['v2', 'cases'],
    query: input.query === undefined ? {} : { filter: input.query },
    page: { size: 'page[size]', place: 'page[number]', by: 'page', rows: 100 },
    schema: page,
    rowsOf: ({ data }) => data,
    needs: 'cases_read',
    context,
    maxPages: 10,
  })
  const all = answers
    .flatMap(({ data }) => data)
    .map(({ id, attributes, relationships }) => {
      const word = attributes.status ?? ''
      const known = Object.hasOwn(STATES, word)
      return {
        id,
        key: attributes.key ?? id,
        title: attributes.title ?? '',
        state: known ? STATES[word as keyof typeof STATES] : ('unknown' as const), // just checked
        vendor_state: word === '' ? 'unknown' : word,
        kind: attributes.type ?? null,
        priority: attributes.priority ?? null,
        project: digText(relationships, 'project', 'data', 'id'),
        assignee: null,
        reporter: null,
        labels: [],
        excerpt: attributes.description?.slice(0, 500) ?? null,
        created_at: toTime(attributes.created_at),
        updated_at: toTime(attributes.modified_at),
        closed_at: toTime(attributes.closed_at),
        url: toPage(client, `/cases/${encodeURIComponent(attributes.key ?? id)}`),
      }
    })
  const rows = all.filter(
    (row) =>
      (input.state === 'all' || (input.state === 'closed') === (row.state === 'closed')) &&
      (input.project === undefined || row.project === input.project) &&
      (row.updated_at === null || (toMs(row.updated_at) ?? since) >= since),
  )
  const sliced = sliceByKey(rows, (row) => [-(toMs(row.updated_at) ?? 0), row.id], input)
  const narrowed = input.query !== undefined || input.project !== undefined
  return toReading(
    { tickets: [...sliced.rows], total: sliced.total },
    {
      client,
      context,
      items: sliced.rows.length,
      cut: cutOf(paged),
      failed: toFailed(paged),
      total: sliced.total,
      cursor: sliced.cursor,
      proof: narrowed ? { unproven: 'no_case_like_this' } : { proof: 'enumerated' },
    },
  )
})
