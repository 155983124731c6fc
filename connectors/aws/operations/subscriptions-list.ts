import { subscriptionsList } from '@vedette/proto/operations'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { lastOf } from '../values.ts'

// Kinds whose end is a person's own address.
const PERSONAL: ReadonlySet<string> = new Set(['email', 'email-json', 'sms'])

// SNS subscriptions that this account owns or that its topics have; those to a person do not say whose they are.
export const serveSubscriptionsList = serveList(subscriptionsList, {
  async read(reader, { topic }) {
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('sns', 'listSubscriptions', NextToken === undefined ? {} : { NextToken })
      return { items: said.Subscriptions, next: said.NextToken }
    })
    return mapPaged(paged, (all) =>
      all
        .filter(
          ({ TopicArn = '' }) => topic === undefined || TopicArn === topic || lastOf(TopicArn) === topic,
        )
        .map(({ SubscriptionArn = '', TopicArn = '', Protocol = 'unknown', Endpoint, Owner }) => {
          const isArn = SubscriptionArn.startsWith('arn:')
          return {
            id: SubscriptionArn,
            name: isArn ? lastOf(SubscriptionArn) : null,
            topic: TopicArn,
            owner: Owner ?? null,
            region: reader.region,
            delivery: Protocol,
            endpoint: PERSONAL.has(Protocol) ? null : toPlace(Endpoint),
            state: toState(SubscriptionArn),
            dead_letter_target: null,
            retention_s: null,
          }
        }),
    )
  },
  keyOf: (row) => [row.region ?? '', row.topic, row.delivery, row.id, row.endpoint ?? ''],
  toValue: ({ rows, total }) => ({ subscriptions: [...rows], total }),
})

function toState(arn: string): 'active' | 'pending' | 'detached' | 'unknown' {
  if (arn.startsWith('arn:')) return 'active'
  if (arn === 'PendingConfirmation') return 'pending'
  return arn === 'Deleted' ? 'detached' : 'unknown'
}

// What an address carries besides the place itself is not told.
function toPlace(endpoint: string | undefined): string | null {
  if (endpoint === undefined || endpoint.startsWith('arn:')) return endpoint ?? null
  const url = URL.parse(endpoint)
  return url === null ? null : `${url.origin}${url.pathname}`
}
