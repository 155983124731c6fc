import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { queuesDlqList } from '@vedette/proto/operations/queues'
import type { Part } from '@vedette/proto/visibility'
import type { RabbitmqClient } from '../client.ts'
import { findTargets, readRoutes } from '../dead-letters.ts'
import { findStatisticsDoubt, readOverview } from '../overview.ts'
import { getTarget, readQueues, toQueueId, toQueueRow } from '../queues.ts'
import { toReading } from '../reading.ts'
import { sweepVhosts } from '../vhosts.ts'

// Names of queues without a dead letter target that an answer carries at the most.
const MAX_WITHOUT = 500

// Queues that dead letters of others can reach, deepest first. One whose depth is not told is listed, for it may hold
// some.
export const queuesDlq = serve<RabbitmqClient, typeof queuesDlqList.input, typeof queuesDlqList.output>(
  queuesDlqList,
  async (client, { threshold, match, limit, cursor }, context) => {
    const overview = await readOverview(client, context)
    const swept = await sweepVhosts(client, context, async (vhost) => {
      const read = await readQueues(client, vhost, context)
      return { ...read, fed: findFed(read.queues, await readRoutes(client, vhost, context)) }
    })
    const text = match?.toLowerCase()
    const rows = swept.found
      .flatMap(({ queues, fed }) =>
        queues.flatMap((one) => {
          const by = fed.get(one.name)
          return by === undefined ? [] : [{ queue: toQueueRow(one, context.clock.now(), true), fed_by: by }]
        }),
      )
      .filter(({ queue }) => text === undefined || queue.name.toLowerCase().includes(text))
      .filter(({ queue }) => queue.depth === null || queue.depth >= threshold)
    const slice = sliceByKey(rows, ({ queue }) => [-(queue.depth ?? -1), queue.id], { limit, cursor })
    const isCut = swept.found.some((one) => one.isCut)
    // One whose depth is not told may hold none, or many.
    const untold = threshold > 0 && rows.some(({ queue }) => queue.depth === null)
    const hidden: Part = { scope: { queues: 'without_depth' }, state: 'unproven', why: 'depth_not_told' }
    const isWhole = !isCut && swept.failed.length === 0
    const without = swept.found.flatMap(({ queues, fed }) =>
      queues.filter((one) => getTarget(one) === undefined && !fed.has(one.name)).map(toQueueId),
    )
    const noVhost = swept.found.length === 0 ? 'no_vhost_visible' : undefined
    return toReading(
      {
        dead_letters: [...slice.rows],
        without: isWhole && without.length <= MAX_WITHOUT ? without.sort() : null,
        total: isWhole && !untold ? slice.total : null,
      },
      {
        ...{
          client,
          context,
          isCut,
          items: slice.rows.length,
          proof: 'enumerated',
          failed: [...swept.failed, ...(untold ? [hidden] : [])],
        },
        doubt: findStatisticsDoubt(overview) ?? noVhost,
        page: { total: slice.total, cursor: slice.cursor },
      },
    )
  },
)

// Names of queues that dead letters reach, each with the ids of those that feed it.
function findFed(
  queues: Awaited<ReturnType<typeof readQueues>>['queues'],
  routes: Awaited<ReturnType<typeof readRoutes>>,
): ReadonlyMap<string, string[]> {
  const fed = new Map<string, string[]>()
  for (const queue of queues) {
    for (const name of new Set(findTargets(queue, routes))) {
      const by = fed.get(name)
      if (by === undefined) fed.set(name, [toQueueId(queue)])
      else by.push(toQueueId(queue))
    }
  }
  return fed
}
