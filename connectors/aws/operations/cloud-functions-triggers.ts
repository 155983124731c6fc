import { cloudFunctionsTriggers } from '@vedette/proto/operations'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { placeOf, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  Enabled: 'enabled',
  Disabled: 'disabled',
  Creating: 'changing',
  Enabling: 'changing',
  Disabling: 'changing',
  Updating: 'changing',
  Deleting: 'changing',
} as const)

// Queues and streams that Lambda reads for a function. What calls the function itself stands in its policy and in those
// other services, so that none of these proves nothing.
export const serveFunctionsTriggers = serveList(cloudFunctionsTriggers, {
  async read(reader, { name }) {
    const paged = await collect(async (Marker) => {
      const said = await reader.call('lambda', 'listEventSourceMappings', {
        FunctionName: name,
        MaxItems: 100,
        ...(Marker === undefined ? {} : { Marker }),
      })
      return { items: said.EventSourceMappings, next: said.NextMarker }
    })
    const rows = mapPaged(paged, (all) =>
      all.map((one) => ({
        id: one.UUID ?? '',
        ...placeOf(reader),
        kind: toKind(one.EventSourceArn),
        source: one.EventSourceArn ?? null,
        state: toWord(STATES, one.State),
        reason: one.StateTransitionReason ?? null,
        last_result: one.LastProcessingResult ?? null,
        batch_size: one.BatchSize ?? null,
        max_concurrency: one.ScalingConfig?.MaximumConcurrency ?? null,
        failures_to: one.DestinationConfig?.OnFailure?.Destination ?? null,
        changed_at: toTime(one.LastModified),
      })),
    )
    return { paged: rows, unproven: 'callers_of_the_function_are_not_listed' }
  },
  keyOf: (row) => [row.region ?? '', row.source ?? '', row.id],
  toValue: ({ rows, total }) => ({ triggers: [...rows], total }),
})

function toKind(arn: string | undefined): 'queue' | 'stream' | 'unknown' {
  const service = arn?.split(':')[2] ?? ''
  if (service === 'sqs' || service === 'mq') return 'queue'
  return service === 'kinesis' || service === 'dynamodb' || service === 'kafka' ? 'stream' : 'unknown'
}
