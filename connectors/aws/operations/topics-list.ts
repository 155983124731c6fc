import { sideBySide } from '@vedette/connectors/kit'
import { topicsList } from '@vedette/proto/operations'
import { orAbsent } from '../errors.ts'
import { collect, createNotes, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds, lastOf, toNumber } from '../values.ts'

// SNS topics with how many subscriptions each has confirmed.
export const serveTopicsList = serveList(topicsList, {
  async read(reader, input) {
    const notes = createNotes(reader)
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('sns', 'listTopics', NextToken === undefined ? {} : { NextToken })
      return { items: said.Topics, next: said.NextToken }
    })
    const arns = paged.items
      .flatMap((one) => one.TopicArn ?? [])
      .filter((arn) => holds(lastOf(arn), input.match))
    const rows = await sideBySide(arns, 6, async (arn) => {
      const said = await notes.seek(
        orAbsent(reader.call('sns', 'getTopicAttributes', { TopicArn: arn }), undefined),
      )
      return {
        id: arn,
        name: lastOf(arn),
        owner: arn.split(':')[4] ?? null,
        region: reader.region,
        partitions: null,
        replication: null,
        under_replicated: null,
        offline_partitions: null,
        subscriptions: toNumber(said?.Attributes?.['SubscriptionsConfirmed']),
        retention_s: null,
        size_bytes: null,
        messages_per_s: null,
        internal: false,
      }
    })
    return { paged: mapPaged(paged, () => rows), notes: notes.parts() }
  },
  keyOf: (row) => [row.region ?? '', row.name],
  toValue: ({ rows, total }) => ({ topics: [...rows], total }),
})
