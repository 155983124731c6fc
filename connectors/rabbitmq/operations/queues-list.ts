import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { queuesList } from '@vedette/proto/operations/queues'
import type { Part } from '@vedette/proto/visibility'
import type { RabbitmqClient } from '../client.ts'
import { findStatisticsDoubt, readOverview } from '../overview.ts'
import { readQueues, toQueueRow } from '../queues.ts'
import { toReading } from '../reading.ts'
import { sweepVhosts } from '../vhosts.ts'

// Queues of all virtual hosts, deepest first; those whose depth is not told come last.
export const queuesListRabbitmq = serve<RabbitmqClient, typeof queuesList.input, typeof queuesList.output>(
  queuesList,
  async (client, { match, min_depth: least, limit, cursor }, context) => {
    const overview = await readOverview(client, context)
    const swept = await sweepVhosts(client, context, (vhost) => readQueues(client, vhost, context))
    const text = match?.toLowerCase()
    const named = swept.found
      .flatMap((one) => one.queues)
      .filter((one) => text === undefined || one.name.toLowerCase().includes(text))
      .map((one) => toQueueRow(one, context.clock.now()))
    const rows = named.filter((one) => least === undefined || (one.depth ?? -1) >= least)
    // A queue whose depth is not told may be deep enough.
    const untold = least !== undefined && named.some((one) => one.depth === null)
    const slice = sliceByKey(rows, (one) => [-(one.depth ?? -1), one.id], { limit, cursor })
    const isCut = swept.found.some((one) => one.isCut)
    const isWhole = !isCut && !untold && swept.failed.length === 0
    const hidden: Part = { scope: { queues: 'without_depth' }, state: 'unproven', why: 'depth_not_told' }
    const noVhost = swept.found.length === 0 ? 'no_vhost_visible' : undefined
    return toReading(
      { queues: [...slice.rows], total: isWhole ? slice.total : null },
      {
        ...{ client, context, isCut, items: slice.rows.length, proof: 'enumerated' },
        doubt: findStatisticsDoubt(overview) ?? noVhost,
        failed: [...swept.failed, ...(untold ? [hidden] : [])],
        page: { total: slice.total, cursor: slice.cursor },
      },
    )
  },
)
