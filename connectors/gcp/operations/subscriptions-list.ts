import { subscriptionsList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { readSubscriptions, type Subscription, toSeconds } from '../pubsub.ts'
import { serveList } from '../reading.ts'
import { lastOf, names, toWord } from '../values.ts'

const STATES = Object.freeze({ ACTIVE: 'active', RESOURCE_ERROR: 'error' } as const)
// What Pub/Sub calls the topic of a subscription whose topic is gone.
const GONE = '_deleted-topic_'

// Subscriptions of Pub/Sub in the project, to whatever project's topic.
export const serveSubscriptionsList = serveList(subscriptionsList, {
  async read(reader, { topic }) {
    const list = await readSubscriptions(reader)
    return mapRows(list, (all) =>
      all
        .filter((one) => names(one.topic, topic))
        .map((one) => ({
          id: one.name,
          name: lastOf(one.name),
          topic: one.topic,
          owner: reader.project.id,
          region: null,
          ...toDelivery(one),
          state:
            one.detached === true || one.topic === GONE ? ('detached' as const) : toWord(STATES, one.state),
          dead_letter_target: one.deadLetterPolicy?.deadLetterTopic ?? null,
          retention_s: toSeconds(one.messageRetentionDuration),
        })),
    )
  },
  keyOf: (row) => [row.id],
  toValue: ({ rows, total }) => ({ subscriptions: [...rows], total }),
})

// How it delivers and where to; what a push address carries besides the place itself is not told.
function toDelivery({ pushConfig, bigqueryConfig, cloudStorageConfig }: Subscription) {
  if (bigqueryConfig?.table != null) return { delivery: 'bigquery', endpoint: bigqueryConfig.table }
  if (cloudStorageConfig?.bucket != null) return { delivery: 'storage', endpoint: cloudStorageConfig.bucket }
  const address = pushConfig?.pushEndpoint ?? ''
  if (address === '') return { delivery: 'pull', endpoint: null }
  const url = URL.parse(address)
  return { delivery: 'push', endpoint: url === null ? null : `${url.origin}${url.pathname}` }
}
