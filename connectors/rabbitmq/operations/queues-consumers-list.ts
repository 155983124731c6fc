import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { queuesConsumersList } from '@vedette/proto/operations/queues'
import { z } from 'zod'
import type { RabbitmqClient } from '../client.ts'
import { findQueue } from '../find.ts'
import { findStatisticsDoubt, readOverview } from '../overview.ts'
import { toQueueId } from '../queues.ts'
import { toReading } from '../reading.ts'
import { toSegment } from '../vhosts.ts'

const channelSchema = z.looseObject({
  peer_host: z.string().optional(),
  peer_port: z.union([z.number(), z.string()]).optional(),
  user: z.string().optional(),
  connection_name: z.string().optional(),
})
const consumersSchema = z.array(
  z.looseObject({
    consumer_tag: z.string(),
    queue: z.looseObject({ name: z.string() }),
    active: z.boolean().optional(),
    prefetch_count: z.number().optional(),
    // A consumer whose channel is not known yet has an empty list there.
    channel_details: z.union([channelSchema, z.array(z.unknown())]).optional(),
  }),
)
type Consumer = z.output<typeof consumersSchema>[number]

// Consumers of one queue. How many messages each holds is told by channel only, and so is null.
export const queuesConsumers = serve<
  RabbitmqClient,
  typeof queuesConsumersList.input,
  typeof queuesConsumersList.output
>(queuesConsumersList, async (client, { queue, limit, cursor }, context) => {
  const overview = await readOverview(client, context)
  const { queue: found, failed } = await findQueue(client, queue, { context })
  const path = ['consumers', toSegment(found.vhost)]
  const all = await client.ask({ path, schema: consumersSchema, context })
  const consumers = all.filter((one) => one.queue.name === found.name).map(toRow)
  const slice = sliceByKey(consumers, (one) => [one.id, one.address ?? ''], { limit, cursor })
  return toReading(
    { queue: toQueueId(found), consumers: [...slice.rows], total: slice.total },
    {
      ...{ client, context, items: slice.rows.length, proof: 'enumerated', failed },
      doubt: findStatisticsDoubt(overview) ?? findDoubt(found.consumers, consumers.length),
      page: { total: slice.total, cursor: slice.cursor },
    },
  )
})

// The queue's own count may be ahead of the list, which is collected later; without it the list may be behind.
function findDoubt(counted: number | undefined, listed: number): string | undefined {
  return counted === undefined || counted > listed ? 'consumers_not_listed_yet' : undefined
}

function toRow(one: Consumer) {
  const { channel_details: details } = one
  const channel = details === undefined || Array.isArray(details) ? {} : details
  const { peer_host: host, peer_port: port } = channel
  return {
    id: one.consumer_tag,
    name: channel.connection_name ?? null,
    kind: 'connection' as const,
    address: host === undefined ? null : `${host}:${port ?? '?'}`,
    user: channel.user ?? null,
    active: one.active ?? null,
    prefetch: one.prefetch_count ?? null,
    unacknowledged: null,
    since: null,
  }
}
