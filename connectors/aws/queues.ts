import { sideBySide } from '@vedette/connectors/kit'
import type { Reader, Session } from './connect.ts'
import { orAbsent } from './errors.ts'
import { collect } from './pages.ts'
import { lastOf, need, toNumber } from './values.ts'

export type Attributes = Readonly<Record<string, string>>
export type Queue = Readonly<{ url: string; attributes: Attributes }>

// Addresses of the queues of a region, to their end. SQS leaves the list out when there is none.
export function readQueueUrls(reader: Reader) {
  return collect(async (NextToken) => {
    const said = await reader.call('sqs', 'listQueues', {
      MaxResults: 1000,
      ...(NextToken === undefined ? {} : { NextToken }),
    })
    return { items: said.QueueUrls ?? [], next: said.NextToken }
  })
}

// Attributes of queues; one that was deleted meanwhile is left out.
export async function readQueues(reader: Reader, urls: readonly string[]): Promise<readonly Queue[]> {
  const all = await sideBySide(urls, 8, (url) => orAbsent(readQueue(reader, url), undefined))
  return all.flatMap((one) => (one === undefined ? [] : [one]))
}

// Attributes of one queue. Throws `not_found` when there is none.
export async function readQueue(reader: Reader, url: string): Promise<Queue> {
  const said = await reader.call('sqs', 'getQueueAttributes', { QueueUrl: url, AttributeNames: ['All'] })
  return { url, attributes: need(said.Attributes) }
}

// What a queue's redrive policy says: where to, and after how many receives.
export function redriveOf({
  RedrivePolicy,
}: Attributes): Readonly<{ target: string | null; receives: number | null }> {
  try {
    const parsed: unknown = RedrivePolicy === undefined ? {} : JSON.parse(RedrivePolicy)
    if (typeof parsed !== 'object' || parsed === null) return { target: null, receives: null }
    const target: unknown = Reflect.get(parsed, 'deadLetterTargetArn')
    return {
      target: typeof target === 'string' ? target : null,
      receives: toNumber(String(Reflect.get(parsed, 'maxReceiveCount') ?? '')),
    }
  } catch {
    return { target: null, receives: null }
  }
}

// A queue as the catalogue says it. `targets` are the dead letter queues that are known; null when not all were read.
export function toQueueRow(reader: Reader, { url, attributes }: Queue, targets: ReadonlySet<string> | null) {
  const arn = attributes['QueueArn'] ?? null
  return {
    id: arn ?? url,
    name: lastOf(url),
    owner: arn?.split(':')[4] ?? null,
    region: reader.region,
    kind: url.endsWith('.fifo') ? ('fifo' as const) : ('standard' as const),
    depth: toNumber(attributes['ApproximateNumberOfMessages']),
    in_flight: toNumber(attributes['ApproximateNumberOfMessagesNotVisible']),
    delayed: toNumber(attributes['ApproximateNumberOfMessagesDelayed']),
    oldest_age_s: null,
    consumers: null,
    dead_letter_target: redriveOf(attributes).target,
    is_dead_letter: arn !== null && targets?.has(arn) === true ? true : targets === null ? null : false,
  }
}

// ARNs that queues name as their dead letter target.
export function targetsOf(queues: readonly Queue[]): ReadonlySet<string> {
  return new Set(queues.flatMap((one) => redriveOf(one.attributes).target ?? []))
}

// The address of a queue that is meant by name, ARN or address; undefined when it is not of this region.
export async function findQueueUrl(
  reader: Reader,
  wanted: string,
  session: Session,
): Promise<string | undefined> {
  if (wanted.startsWith('arn:') && wanted.split(':')[3] !== reader.region) return undefined
  const owner = wanted.startsWith('arn:') ? wanted.split(':')[4] : session.account
  const said = await orAbsent(
    reader.call('sqs', 'getQueueUrl', { QueueName: lastOf(wanted), QueueOwnerAWSAccountId: owner }),
    undefined,
  )
  return said?.QueueUrl
}
