import { sliceByKey } from '@vedette/connectors/kit'
import { cloudDatabasesParameters } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { findDatabase } from '../databases.ts'
import { checkWhole, collect } from '../pages.ts'
import { pageOf, serveFind } from '../reading.ts'

// Parameters of a database's group: those that somebody set, or those that are named.
export const serveDatabasesParameters = serveFind(cloudDatabasesParameters, {
  field: 'id',
  async find(reader, input) {
    const found = await findDatabase(reader, input.id)
    if (found === undefined) return undefined
    const [own] = found.instance?.DBParameterGroups ?? []
    const group = own?.DBParameterGroupName ?? found.cluster?.DBClusterParameterGroup
    const all = group === undefined ? [] : await readParameters(reader, group, found.instance !== undefined)
    const { names } = input
    const wanted = all.filter((one) => (names.length > 0 ? names.includes(one.name) : one.source === 'user'))
    const slice = sliceByKey(wanted, (one) => [one.name], input)
    const value = {
      database: input.id,
      group: group ?? null,
      in_sync: own?.ParameterApplyStatus === undefined ? null : own.ParameterApplyStatus === 'in-sync',
      parameters: [...slice.rows],
      total: slice.total,
    }
    return { value, items: Math.max(1, all.length), page: pageOf(slice) }
  },
})

async function readParameters(reader: Reader, group: string, isInstance: boolean) {
  const paged = await collect(async (Marker) => {
    const page = { MaxRecords: 100, ...(Marker === undefined ? {} : { Marker }) }
    const said = isInstance
      ? await reader.call('rds', 'describeDBParameters', { DBParameterGroupName: group, ...page })
      : await reader.call('rds', 'describeDBClusterParameters', {
          DBClusterParameterGroupName: group,
          ...page,
        })
    return { items: said.Parameters, next: said.Marker }
  })
  checkWhole(paged)
  return paged.items.map((one) => ({
    name: one.ParameterName ?? '',
    value: one.ParameterValue ?? null,
    default: null,
    source: one.Source ?? null,
    applies: toApplies(one.ApplyType),
    pending: one.ApplyMethod === undefined ? null : one.ApplyMethod === 'pending-reboot',
  }))
}

function toApplies(type: string | undefined): 'now' | 'restart' | 'unknown' {
  if (type === 'dynamic') return 'now'
  return type === 'static' ? 'restart' : 'unknown'
}
