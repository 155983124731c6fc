import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { type Collected, collect } from './answers.ts'
import type { Reader } from './client.ts'
import type { Notes } from './reading.ts'
import { readSeries, toSample } from './series.ts'
import { labels, lastOf, maybeFlag, maybeText } from './values.ts'

const LOOK_BACK_MS = 900_000

const subscription = z.object({
  name: z.string(),
  topic: z.string(),
  labels,
  state: maybeText,
  detached: maybeFlag,
  pushConfig: z.object({ pushEndpoint: maybeText }).optional(),
  bigqueryConfig: z.object({ table: maybeText }).optional(),
  cloudStorageConfig: z.object({ bucket: maybeText }).optional(),
  enableMessageOrdering: maybeFlag,
  ackDeadlineSeconds: z.number().nullish(),
  messageRetentionDuration: maybeText,
  deadLetterPolicy: z
    .object({ deadLetterTopic: maybeText, maxDeliveryAttempts: z.number().nullish() })
    .optional(),
})
export type Subscription = z.output<typeof subscription>

// Subscriptions of Pub/Sub in the project.
export function readSubscriptions(reader: Reader): Promise<Collected<Subscription>> {
  return collect(reader, {
    service: 'pubsub',
    path: ['projects', reader.project.id, 'subscriptions'],
    field: 'subscriptions',
    row: subscription,
    size: ['pageSize', 1000],
    needs: 'pubsub.subscriptions.list',
  })
}

// A list with nothing missing; throws what kept it from being that.
export function checkWhole<T>(list: Collected<T>): Collected<T> {
  if (list.paged.stop === 'failed') throw list.paged.error
  if (list.gaps.length > 0) throw new SourceError('upstream_failed', { errno: 'UNREACHABLE' })
  return list
}

// The newest value of a metric of every subscription; null when it was blind or cut, and then the notes say so.
export async function readGauge(
  reader: Reader,
  metric: string,
  notes: Notes,
): Promise<ReadonlyMap<string, number> | null> {
  const now = reader.context.clock.now()
  const read = readSeries(reader, {
    filter: `metric.type="pubsub.googleapis.com/subscription/${metric}" AND resource.type="pubsub_subscription"`,
    from: now - LOOK_BACK_MS,
    to: now,
    maxItems: 5000,
  }).then(checkWhole)
  const list = await notes.seek(read)
  if (list === null) return null
  return new Map(
    list.paged.items.flatMap((one) => {
      const id = one.resource?.labels['subscription_id']
      const value = one.points[0] === undefined ? null : toSample(one.points[0].value)
      return id === undefined || typeof value !== 'number' ? [] : [[id, value] as const]
    }),
  )
}

type Gauges = Readonly<{
  depth: ReadonlyMap<string, number> | null
  age: ReadonlyMap<string, number> | null
  // Topics that some subscription sends its dead letters to; null when not all were read.
  deadTopics: ReadonlySet<string> | null
}>

// A subscription as a queue.
export function toQueue(reader: Reader, one: Subscription, { depth, age, deadTopics }: Gauges) {
  const id = lastOf(one.name)
  return {
    id: one.name,
    name: id,
    owner: reader.project.id,
    region: null,
    kind: 'subscription' as const,
    depth: depth?.get(id) ?? null,
    in_flight: null,
    delayed: null,
    oldest_age_s: age?.get(id) ?? null,
    consumers: null,
    dead_letter_target: one.deadLetterPolicy?.deadLetterTopic ?? null,
    is_dead_letter: deadTopics?.has(one.topic) ?? null,
  }
}

// Topics that subscriptions send their dead letters to.
export function deadTopicsOf(all: readonly Subscription[]): ReadonlySet<string> {
  return new Set(all.flatMap((one) => one.deadLetterPolicy?.deadLetterTopic ?? []))
}

// Google's durations, `604800s`, in whole seconds; null for what is none.
export function toSeconds(said: string | null): number | null {
  const match = /^(\d{1,9})(?:\.\d+)?s$/.exec(said ?? '')
  return match === null ? null : Number(match[1])
}
