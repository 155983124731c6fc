import { chooseStep } from '@vedette/connectors/kit'
import { queuesGet } from '@vedette/proto/operations'
import type { Reader } from '../client.ts'
import { quote } from '../entries.ts'
import { checkWhole, deadTopicsOf, readGauge, readSubscriptions, toQueue, toSeconds } from '../pubsub.ts'
import { createNotes, type Notes, orNothing, pickOne, serveFind } from '../reading.ts'
import { type Aggregation, readSeries, toSample } from '../series.ts'
import { names, needTime } from '../values.ts'

const MIN_STEP = 60
const METRIC = 'pubsub.googleapis.com/subscription/'
type Over = Readonly<{ id: string; from: number; to: number; step: number }>
type Points = readonly (readonly [number, number])[]

// A Pub/Sub subscription with what Cloud Monitoring measured of it. What was not measured is null, never 0.
export const serveQueuesGet = serveFind(queuesGet, {
  field: 'queue',
  async find(reader, input) {
    const notes = createNotes(reader)
    const list = await readSubscriptions(reader)
    const one = pickOne(
      list.paged.items.filter((it) => names(it.name, input.queue)),
      { field: 'queue', idOf: (it) => it.name },
    )
    if (one === undefined) {
      if (list.paged.stop === 'failed') throw list.paged.error
      return undefined
    }
    const isWhole = list.paged.stop === 'end'
    const gauges = {
      depth: await readGauge(reader, 'num_undelivered_messages', notes),
      age: await readGauge(reader, 'oldest_unacked_message_age', notes),
      deadTopics: isWhole ? deadTopicsOf(list.paged.items) : null,
    }
    const span = { from: Date.parse(input.from), to: Date.parse(input.to) }
    const step = Math.max(MIN_STEP, input.step ?? chooseStep(span, 60, MIN_STEP))
    const queue = toQueue(reader, one, gauges)
    const over = { id: queue.name, ...span, step }
    const gauge = { aligner: 'ALIGN_MEAN', reducer: 'REDUCE_MAX' } as const
    const rate = { aligner: 'ALIGN_RATE', reducer: 'REDUCE_SUM' } as const
    const depth = await readPoints(reader, { ...over, metric: 'num_undelivered_messages', ...gauge, notes })
    const age = await readPoints(reader, { ...over, metric: 'oldest_unacked_message_age', ...gauge, notes })
    const consumed = await readPoints(reader, { ...over, metric: 'ack_message_count', ...rate, notes })
    const target = one.deadLetterPolicy?.deadLetterTopic
    const dead = list.paged.items.find((it) => target !== null && target !== undefined && it.topic === target)
    return {
      value: {
        queue,
        published_per_s: null,
        consumed_per_s: consumed.length === 0 ? null : meanOf(consumed),
        retention_s: toSeconds(one.messageRetentionDuration),
        visibility_timeout_s: one.ackDeadlineSeconds ?? null,
        max_receives: one.deadLetterPolicy?.maxDeliveryAttempts ?? null,
        depth_points: depth.map(([at, value]): [number, number] => [at, value]),
        age_points: age.map(([at, value]): [number, number] => [at, value]),
        dead_letter: dead === undefined ? null : toQueue(reader, dead, gauges),
        measured_at: depth.length === 0 ? null : needTime(new Date(depth.at(-1)?.[0] ?? 0).toISOString()),
      },
      notes: notes.parts(),
      cut: !isWhole,
    }
  },
})

async function readPoints(
  reader: Reader,
  asked: Over & Pick<Aggregation, 'aligner' | 'reducer'> & Readonly<{ metric: string; notes: Notes }>,
): Promise<Points> {
  const { id, from, to, step, metric, aligner, reducer, notes } = asked
  const list = await notes.seek(
    orNothing(
      readSeries(reader, {
        filter: `metric.type=${quote(METRIC + metric)} AND resource.labels.subscription_id=${quote(id)}`,
        ...{ from, to, aggregation: { seconds: step, aligner, reducer, groupBy: [] } },
      }).then(checkWhole),
    ),
  )
  return (list?.paged.items ?? [])
    .flatMap(({ points }) => points)
    .flatMap(({ interval, value }): [number, number][] => {
      const sample = toSample(value)
      return typeof sample === 'number' ? [[Date.parse(needTime(interval.endTime)), sample]] : []
    })
    .toSorted((a, b) => a[0] - b[0])
}

function meanOf(points: Points): number {
  return points.reduce((sum, [, value]) => sum + value, 0) / points.length
}
