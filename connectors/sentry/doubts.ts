import type { Span } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { SentryClient } from './client.ts'
import { isHidden, type Target } from './projects.ts'
import { askPart, type Proof } from './reading.ts'
import { toInstant } from './values.ts'

const KEPT_MS = 30 * 86_400_000
const statistics = z.looseObject({
  groups: z.array(
    z.looseObject({
      by: z.looseObject({ outcome: z.string() }),
      totals: z.looseObject({ 'sum(quantity)': z.number() }),
    }),
  ),
})
const environments = z.array(z.looseObject({ name: z.string() }))

type Question = Readonly<{
  window: Span
  environment?: string | undefined
  // Set for searches in the caller's own words, which may name a field that no event has.
  isRaw: boolean
  context: CallContext
}>

// What no issue in a window rests on: the token sees the projects, the data is kept, errors came in and none was
// dropped, by sampling, a limit or a filter.
export async function proveNone(client: SentryClient, target: Target, question: Question): Promise<Proof> {
  const { window, environment, isRaw, context } = question
  if (isRaw) return { unproven: 'a_search_may_name_what_no_event_has' }
  if (isHidden(target)) return { unproven: 'this_token_may_not_see_all_projects' }
  if (window.from < context.clock.now() - KEPT_MS) return { unproven: 'older_than_what_is_surely_kept' }
  if (environment !== undefined) {
    const { value } = await askPart(() =>
      client.ask({ path: ['environments'], schema: environments, context, needs: 'org:read' }),
    )
    if (value?.value.some(({ name }) => name === environment) !== true)
      return { unproven: 'environment_unknown' }
  }
  const { value } = await askPart(() =>
    client.ask({
      path: ['stats_v2'],
      query: {
        field: 'sum(quantity)',
        groupBy: 'outcome',
        category: 'error',
        interval: '1h',
        project: target.id,
        start: toInstant(window.from),
        end: toInstant(window.to),
      },
      schema: statistics,
      context,
      needs: 'org:read',
    }),
  )
  if (value === undefined) return { unproven: 'what_came_in_was_not_read' }
  const sums = value.value.groups.map(({ by, totals }) => ({
    outcome: by.outcome,
    sum: totals['sum(quantity)'],
  }))
  if (!sums.some(({ outcome, sum }) => outcome === 'accepted' && sum > 0))
    return { unproven: 'no_error_came_in' }
  if (sums.some(({ outcome, sum }) => outcome !== 'accepted' && sum > 0))
    return { unproven: 'errors_were_dropped' }
  return { proof: 'existence_checked' }
}
