import { readPages } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { RabbitmqClient } from './client.ts'
import { toSegment } from './vhosts.ts'

const rateSchema = z.looseObject({ rate: z.number().optional(), avg_rate: z.number().optional() }).optional()
const sampleSchema = z.looseObject({ sample: z.number(), timestamp: z.number() })
const textsSchema = z.record(z.string(), z.unknown())

// One queue as the management API tells it; what its statistics lack is absent, and becomes null.
const queueSchema = z.looseObject({
  name: z.string(),
  vhost: z.string(),
  type: z.string().optional(),
  arguments: z.union([textsSchema, z.array(z.never())]).optional(),
  effective_policy_definition: z.union([textsSchema, z.array(z.never())]).nullish(),
  messages_ready: z.number().optional(),
  messages_unacknowledged: z.number().optional(),
  consumers: z.number().optional(),
  head_message_timestamp: z.number().nullish(),
  messages_details: z.looseObject({ samples: z.array(sampleSchema).optional() }).optional(),
  message_stats: z.looseObject({ publish_details: rateSchema, deliver_get_details: rateSchema }).optional(),
})
export type Queue = z.output<typeof queueSchema>

const pageSchema = z.looseObject({
  items: z.array(queueSchema),
  page: z.number(),
  page_count: z.number(),
})

// Queues of one virtual host at the most.
export const MAX_QUEUES = 5000
const PAGE_SIZE = 500
const COLUMNS =
  'name,vhost,type,arguments,effective_policy_definition,messages_ready,messages_unacknowledged,consumers,' +
  'head_message_timestamp'

export type VhostQueues = Readonly<{ vhost: string; queues: readonly Queue[]; isCut: boolean }>

// All queues of one virtual host, page by page. A page that fails fails the whole.
export async function readQueues(
  client: RabbitmqClient,
  vhost: string,
  context: CallContext,
): Promise<VhostQueues> {
  const paged = await readPages(
    async (cursor) => {
      const query = { page: cursor ?? '1', page_size: String(PAGE_SIZE), columns: COLUMNS }
      const { items, page, page_count } = await client.ask({
        path: ['queues', toSegment(vhost)],
        query,
        schema: pageSchema,
        context,
      })
      return page < page_count ? { items, next: String(page + 1) } : { items }
    },
    { maxItems: MAX_QUEUES },
  )
  if (paged.stop === 'failed') throw paged.error
  return { vhost, queues: paged.items, isCut: paged.stop === 'cap' }
}

// Queues of one virtual host with exactly this name (or in other case), with figures of a window when one is given.
export async function findQueues(
  client: RabbitmqClient,
  vhost: string,
  facts: Readonly<{
    name: string
    context: CallContext
    window?: Readonly<{ seconds: number; step: number }>
  }>,
): Promise<readonly Queue[]> {
  const { name, context, window } = facts
  const history: Record<string, string> =
    window === undefined
      ? {}
      : {
          lengths_age: String(window.seconds),
          lengths_incr: String(window.step),
          msg_rates_age: String(window.seconds),
          msg_rates_incr: String(window.step),
        }
  const query = {
    page: '1',
    page_size: String(PAGE_SIZE),
    name: toPattern(name),
    use_regex: 'true',
    ...history,
  }
  const path = ['queues', toSegment(vhost)]
  const { items } = await client.ask({ path, query, schema: pageSchema, context })
  return items
}

// The broker matches names by regular expressions only, or by any part of them.
function toPattern(name: string): string {
  return `^${name.replaceAll(/[!-/:-@[-`{-~ ]/g, '\\$&')}$`
}

const KINDS = ['classic', 'quorum', 'stream'] as const

// A queue as the catalogue wants it. Its id names the virtual host, escaped, and the queue.
export function toQueueRow(queue: Queue, now: number, isDeadLetter: boolean | null = null) {
  const head = queue.head_message_timestamp
  return {
    id: toQueueId(queue),
    name: queue.name,
    owner: queue.vhost,
    region: null,
    kind: KINDS.find((one) => one === queue.type) ?? ('unknown' as const),
    depth: queue.messages_ready ?? null,
    in_flight: queue.messages_unacknowledged ?? null,
    delayed: null,
    // The publisher's own timestamp, where it gave one.
    oldest_age_s: head == null ? null : Math.max(0, Math.round(now / 1000 - head)),
    consumers: queue.consumers ?? null,
    dead_letter_target: describeTarget(queue),
    is_dead_letter: isDeadLetter,
  }
}

// `%2F/orders`: what stands before the first slash is the virtual host.
export function toQueueId(queue: Readonly<{ vhost: string; name: string }>): string {
  return `${encodeURIComponent(queue.vhost)}/${queue.name}`
}

// Where a queue's dead letters go; `exchange` is empty for the default exchange, `key` null for the message's own.
export type Target = Readonly<{ exchange: string; key: string | null }>

// Arguments of the queue go before those of its policy. Undefined when it has no target.
export function getTarget(queue: Queue): Target | undefined {
  const own = getText(queue.arguments, 'x-dead-letter-exchange')
  const exchange = own ?? getText(queue.effective_policy_definition, 'dead-letter-exchange')
  if (exchange === undefined) return undefined
  const key =
    getText(queue.arguments, 'x-dead-letter-routing-key') ??
    getText(queue.effective_policy_definition, 'dead-letter-routing-key')
  return { exchange, key: key ?? null }
}

function describeTarget(queue: Queue): string | null {
  const target = getTarget(queue)
  if (target === undefined) return null
  const place = target.exchange === '' ? 'the default exchange' : target.exchange
  return target.key === null ? place : `${place}, key ${target.key}`
}

function getText(values: unknown, name: string): string | undefined {
  const isObject = typeof values === 'object' && values !== null && Object.hasOwn(values, name)
  const value: unknown = isObject ? Reflect.get(values, name) : undefined
  return typeof value === 'string' ? value : undefined
}
