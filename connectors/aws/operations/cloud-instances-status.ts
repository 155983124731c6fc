import { cloudInstancesStatus } from '@vedette/proto/operations'
import { POWER, readInstances } from '../instances.ts'
import { collect, joinPaged, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { nameOf, placeOf, toTags, toTime, toWord } from '../values.ts'

const CHECKS = Object.freeze({
  ok: 'passed',
  impaired: 'failed',
  initializing: 'initializing',
  'insufficient-data': 'insufficient_data',
  'not-applicable': 'unknown',
} as const)

// Checks and planned events of every instance, stopped ones included.
export const serveInstancesStatus = serveList(cloudInstancesStatus, {
  async read(reader, input) {
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('ec2', 'describeInstanceStatus', {
        IncludeAllInstances: true,
        MaxResults: 1000,
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.InstanceStatuses, next: said.NextToken }
    })
    const known = await readInstances(reader)
    const tagsOf = new Map(known.items.map((one) => [one.InstanceId, toTags(one.Tags)]))
    // A cut list of names must show as a cut list of statuses, since names are a filter.
    const told =
      known.stop === 'end'
        ? paged
        : joinPaged(
            paged,
            mapPaged(known, () => []),
          )
    return mapPaged(told, (all) =>
      all
        .map((one) => ({ one, tags: tagsOf.get(one.InstanceId) ?? null }))
        .map(({ one, tags }) => ({
          id: one.InstanceId ?? '',
          name: tags === null ? null : nameOf(tags),
          ...placeOf(reader),
          tags,
          power: toWord(POWER, one.InstanceState?.Name),
          system_check: toWord(CHECKS, one.SystemStatus?.Status),
          instance_check: toWord(CHECKS, one.InstanceStatus?.Status),
          failing_since: toTime(
            [...(one.SystemStatus?.Details ?? []), ...(one.InstanceStatus?.Details ?? [])].find(
              (it) => it.ImpairedSince !== undefined,
            )?.ImpairedSince,
          ),
          events: (one.Events ?? []).map((event) => ({
            kind: event.Code ?? 'unknown',
            description: event.Description ?? null,
            not_before: toTime(event.NotBefore),
            not_after: toTime(event.NotAfter),
          })),
        }))
        .filter((row) => input.id === undefined || row.id === input.id || row.name === input.id)
        .filter((row) => !input.problem_only || isProblem(row)),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ instances: [...rows], total }),
})

// What is not known to have passed on a running instance is a problem too.
function isProblem(
  row: Readonly<{ power: string; system_check: string; instance_check: string; events: readonly unknown[] }>,
) {
  const isBad = row.system_check !== 'passed' || row.instance_check !== 'passed'
  return row.events.length > 0 || (row.power === 'running' && isBad)
}
