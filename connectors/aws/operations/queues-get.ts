import { chooseStep, together } from '@vedette/connectors/kit'
import { queuesGet } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { isAbsent } from '../errors.ts'
import { toMetricQuery, toPoints } from '../metrics.ts'
import { createNotes } from '../pages.ts'
import { findQueueUrl, readQueue, redriveOf, toQueueRow } from '../queues.ts'
import { serveFind } from '../reading.ts'
import { need, toNumber } from '../values.ts'

// One SQS queue with its dead letter queue, and depth and age over time from CloudWatch.
export const serveQueuesGet = serveFind(queuesGet, {
  field: 'queue',
  async find(reader, input, session) {
    const url = await findQueueUrl(reader, input.queue, session)
    if (url === undefined) return undefined
    const queue = await readQueue(reader, url).catch((error: unknown) => {
      if (isAbsent(error)) return undefined
      throw error
    })
    if (queue === undefined) return undefined
    const notes = createNotes(reader)
    const redrive = redriveOf(queue.attributes)
    const [series, target] = await together([
      notes.seek(readSeries(reader, toQueueRow(reader, queue, null).name, input)),
      redrive.target === null ? null : notes.seek(readTarget(redrive.target)),
    ])
    async function readTarget(arn: string) {
      const at = await findQueueUrl(reader, arn, session)
      return at === undefined ? null : readQueue(reader, at)
    }
    const value = {
      queue: toQueueRow(reader, queue, null),
      published_per_s: series?.published ?? null,
      consumed_per_s: series?.consumed ?? null,
      retention_s: toNumber(queue.attributes['MessageRetentionPeriod']),
      visibility_timeout_s: toNumber(queue.attributes['VisibilityTimeout']),
      max_receives: redrive.receives,
      depth_points: series?.depth ?? [],
      age_points: series?.age ?? [],
      dead_letter: target === null ? null : { ...toQueueRow(reader, target, null), is_dead_letter: true },
      measured_at: null,
    }
    return { value, notes: notes.parts() }
  },
})

type Window = Readonly<{ from: string; to: string; step?: number | undefined }>

async function readSeries(reader: Reader, QueueName: string, window: Window) {
  const [from, to] = [Date.parse(window.from), Date.parse(window.to)]
  // SQS measures once a minute.
  const period = Math.ceil((window.step ?? chooseStep({ from, to }, 60, 60)) / 60) * 60
  const ask = (id: string, metric: string, stat: string) =>
    toMetricQuery(id, { namespace: 'AWS/SQS', metric, dimensions: { QueueName }, stat }, period)
  const said = await reader.call('cloudwatch', 'getMetricData', {
    StartTime: new Date(from),
    EndTime: new Date(to),
    ScanBy: 'TimestampAscending',
    MetricDataQueries: [
      ask('depth', 'ApproximateNumberOfMessagesVisible', 'Maximum'),
      ask('age', 'ApproximateAgeOfOldestMessage', 'Maximum'),
      ask('published', 'NumberOfMessagesSent', 'Sum'),
      ask('consumed', 'NumberOfMessagesDeleted', 'Sum'),
    ],
  })
  const all = need(said.MetricDataResults)
  const of = (id: string) => toPoints(all.find((one) => one.Id === id))
  const rate = (id: string) => {
    const sum = of(id).reduce((total, [, value]) => total + value, 0)
    return of(id).length === 0 ? null : sum / ((to - from) / 1000)
  }
  return { depth: of('depth'), age: of('age'), published: rate('published'), consumed: rate('consumed') }
}
