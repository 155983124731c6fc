import { ArgumentError, type CallContext, SourceError } from '@vedette/proto/connector'
import type { Part } from '@vedette/proto/visibility'
import type { RabbitmqClient } from './client.ts'
import { NOT_FOUND } from './errors.ts'
import { findQueues, type Queue, toQueueId } from './queues.ts'
import { sweepVhosts } from './vhosts.ts'

type Ask = Readonly<{ context: CallContext; window?: Readonly<{ seconds: number; step: number }> }>

// A queue, and the virtual hosts that could not be read, where another of its name may be.
export type Found = Readonly<{ queue: Queue; failed: readonly Part[] }>

// The one queue of an id or a name. Throws ArgumentError for none or several; when a virtual host could not be read and
// none was found, that host's own failure, for the queue may be there.
export async function findQueue(client: RabbitmqClient, queue: string, ask: Ask): Promise<Found> {
  const byId = await findById(client, queue, ask)
  if (byId !== undefined) return { queue: byId, failed: [] }
  const swept = await sweepVhosts(client, ask.context, async (vhost) => {
    const named = await findQueues(client, vhost, { ...ask, name: queue })
    return named.filter((one) => one.name === queue)
  })
  const found = swept.found.flat()
  const [first] = found
  const [unread] = swept.failed
  if (first !== undefined && found.length === 1) return { queue: first, failed: swept.failed }
  if (first === undefined && unread !== undefined && unread.state !== 'unproven') throw toError(unread)
  const isNone = first === undefined
  throw new ArgumentError({
    code: isNone ? 'not_found' : 'invalid_argument',
    field: 'queue',
    message: isNone
      ? 'queue does not exist on this broker'
      : 'queue is the name of queues in several virtual hosts',
    fix: 'use the id that queues_list gives, such as %2F/orders',
  })
}

// Undefined when the text is no id, or names nothing: it may still be a name with a slash.
async function findById(client: RabbitmqClient, id: string, ask: Ask): Promise<Queue | undefined> {
  const wanted = parseId(id)
  const { vhosts } = client.config
  if (wanted === undefined || (vhosts.length > 0 && !vhosts.includes(wanted.vhost))) return undefined
  try {
    const queues = await findQueues(client, wanted.vhost, { ...ask, name: wanted.name })
    return queues.find((one) => toQueueId(one) === id)
  } catch (error) {
    const isNowhere = error instanceof SourceError && error.carried.code === NOT_FOUND
    if (isNowhere || error instanceof ArgumentError) return undefined
    throw error
  }
}

function toError(part: Part): SourceError {
  const { scope: _, state, ...carried } = part
  return new SourceError(state as SourceError['state'], carried) // parts that failed were made of SourceErrors
}

function parseId(id: string): Readonly<{ vhost: string; name: string }> | undefined {
  const slash = id.indexOf('/')
  if (slash <= 0) return undefined
  try {
    return { vhost: decodeURIComponent(id.slice(0, slash)), name: id.slice(slash + 1) }
  } catch {
    return undefined
  }
}
