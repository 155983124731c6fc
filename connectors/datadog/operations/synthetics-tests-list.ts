import { askHalf, sliceByKey, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { syntheticsTestsList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toPage } from '../links.ts'
import { cutOf } from '../pages.ts'
import { toFailed, toReading } from '../reading.ts'
import { judge, readResults, readTests, type SyntheticTest, toKind } from '../synthetics.ts'
import { digText, hasTag, toTags } from '../values.ts'

// Tests whose results are read for one answer; the state of others is unknown and the answer cut.
const MAX_JUDGED = 60

// Tests with how each stands by its newest runs, which cost one question each.
export const serveSyntheticsTestsList = serve(
  syntheticsTestsList,
  async (client: DatadogClient, input, context) => {
    const { tests, paged } = await readTests(client, context)
    const asked = tests.filter(({ tags }) => input.tag === undefined || hasTag(tags, input.tag))
    const live = asked.filter(({ status }) => status !== 'paused')
    const judged = new Map<string, ReturnType<typeof judge>>()
    const failed = []
    for (const one of live.slice(0, MAX_JUDGED)) {
      const scope = { test: one.public_id }
      const told = await askHalf(scope, () => readResults(client, one, { context }))
      failed.push(...told.failed)
      if (told.value !== undefined) judged.set(one.public_id, judge(one, told.value, context.clock.now()))
      // A limit that is used up, or a time that is over, would meet all that follow.
      if (told.failed.some(({ state }) => state === 'throttled' || state === 'timed_out')) break
    }
    const rows = asked.map((one) => toRow(client, one, judged.get(one.public_id)))
    const unread = rows.some(({ state }) => state === 'unknown')
    const shown = rows.filter(({ state }) => input.state === undefined || state === input.state)
    const page = sliceByKey(shown, ({ id }) => [id], input)
    return toReading(
      { tests: [...page.rows], total: page.total },
      {
        client,
        context,
        items: page.rows.length,
        cut: (cutOf(paged) ?? live.length > MAX_JUDGED) ? 'rows' : undefined,
        failed: [...toFailed(paged), ...failed],
        total: page.total,
        cursor: page.cursor,
        proof:
          input.tag !== undefined && asked.length === 0
            ? { unproven: 'no_test_of_this_tag' }
            : input.state !== undefined && unread
              ? { unproven: 'tests_of_unknown_state' }
              : { proof: 'enumerated' },
      },
    )
  },
)

function toRow(client: DatadogClient, one: SyntheticTest, told: ReturnType<typeof judge> | undefined) {
  const paused = one.status === 'paused'
  return {
    id: one.public_id,
    name: one.name ?? '',
    kind: toKind(one),
    state: paused ? ('paused' as const) : (told?.state ?? ('unknown' as const)),
    target: digText(one.config?.request, 'url') ?? digText(one.config?.request, 'host'),
    interval_s: one.options?.tick_every ?? null,
    locations: one.locations,
    failing_locations: told?.failing ?? null,
    last_run_at: told?.newest == null ? null : toRfc3339(told.newest),
    since: null,
    uptime_ratio: null,
    tags: toTags(one.tags),
    url: toPage(client, `/synthetics/details/${one.public_id}`),
  }
}
