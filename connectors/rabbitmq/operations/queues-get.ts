import { chooseStep, parseInstant, toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { queuesGet } from '@vedette/proto/operations/queues'
import type { RabbitmqClient } from '../client.ts'
import { findTargets, readRoutes } from '../dead-letters.ts'
import { findQueue } from '../find.ts'
import { findStatisticsDoubt, readOverview } from '../overview.ts'
import { findQueues, getTarget, type Queue, toQueueRow } from '../queues.ts'
import { toReading } from '../reading.ts'

const MAX_POINTS = 60

// One queue; its history is what the broker still keeps of the window, which may be nothing.
export const queueGet = serve<RabbitmqClient, typeof queuesGet.input, typeof queuesGet.output>(
  queuesGet,
  async (client, { queue, from, to, step }, context) => {
    const now = context.clock.now()
    const window = { from: parseInstant(from, 'from'), to: parseInstant(to, 'to') }
    if (window.from >= window.to)
      throw new ArgumentError({
        field: 'from',
        message: 'from is not before to',
        fix: 'give an earlier from',
      })
    const overview = await readOverview(client, context)
    // The broker counts back from now; what is older than the window is left out below.
    const seconds = Math.max(60, Math.ceil((now - window.from) / 1000))
    const spacing = step ?? chooseStep({ from: window.from, to: Math.max(now, window.to) }, MAX_POINTS, 5)
    const history = { seconds, step: spacing }
    const { queue: found, failed } = await findQueue(client, queue, { context, window: history })
    const samples = found.messages_details?.samples
    const points = (samples ?? [])
      .filter((one) => one.timestamp >= window.from && one.timestamp <= window.to)
      .sort((a, b) => a.timestamp - b.timestamp)
    const value = {
      queue: toQueueRow(found, now),
      published_per_s: toRate(found.message_stats?.publish_details),
      consumed_per_s: toRate(found.message_stats?.deliver_get_details),
      retention_s: toSeconds(found),
      visibility_timeout_s: null,
      max_receives: toLimit(found),
      depth_points: points.map((one): [number, number] => [one.timestamp, one.sample]),
      age_points: [],
      dead_letter: await readDeadLetter(client, found, context),
      measured_at: toRfc3339(now),
    }
    return toReading(value, {
      client,
      context,
      items: 1,
      failed,
      doubt: findStatisticsDoubt(overview) ?? (samples === undefined ? 'history_not_told' : undefined),
    })
  },
)

// The mean over the window where the broker keeps it, else its rate of the last seconds.
function toRate(details: Readonly<{ rate?: number | undefined; avg_rate?: number | undefined }> | undefined) {
  return details?.avg_rate ?? details?.rate ?? null
}

function getNumber(found: Queue, argument: string): number | null {
  const value: unknown = Reflect.get(found.arguments ?? {}, argument)
  return typeof value === 'number' ? value : null
}

function toSeconds(found: Queue): number | null {
  const ttl = getNumber(found, 'x-message-ttl')
  return ttl === null ? null : ttl / 1000
}

function toLimit(found: Queue): number | null {
  return getNumber(found, 'x-delivery-limit')
}

// The queue that dead letters go to, when it is one.
async function readDeadLetter(
  client: RabbitmqClient,
  found: Queue,
  context: Parameters<typeof readRoutes>[2],
) {
  if (getTarget(found) === undefined) return null
  const targets = [...new Set(findTargets(found, await readRoutes(client, found.vhost, context)))]
  const [name] = targets
  if (name === undefined || targets.length > 1) return null
  const queues = await findQueues(client, found.vhost, { name, context })
  const target = queues.find((one) => one.name === name)
  return target === undefined ? null : toQueueRow(target, context.clock.now(), true)
}
