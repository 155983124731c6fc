import { sliceByKey } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { cloudDatabasesParameters } from '@vedette/proto/operations'
import { findDatabase, readParameters } from '../databases.ts'
import { serveFind } from '../reading.ts'

// Parameters that the group of a database sets; those that it leaves at their default are not in it.
export const serveCloudDatabasesParameters = serveFind(cloudDatabasesParameters, {
  field: 'id',
  async find(site, input) {
    const one = await findDatabase(site, input.id)
    if (one === undefined) return undefined
    const group = one.parameter_group_id
    // Without a group nobody says what is set.
    if (!group) throw new SourceError('unusable', { why: 'schema_mismatch' })
    const paged = await readParameters(site, group)
    const isCut = paged.stop !== 'end'
    const pending = one.apply_parameters_pending
    const rows = paged.items
      .filter(({ name }) => input.names.length === 0 || input.names.includes(name))
      .map(({ name, value }) => ({
        name,
        value: value == null ? null : typeof value === 'string' ? value : JSON.stringify(value),
        default: null,
        source: 'parameter_group',
        applies: 'unknown' as const,
        pending: pending === false ? false : null,
      }))
    const slice = sliceByKey(rows, (row) => [row.name], input)
    const cut = {
      scope: site.scope,
      state: 'truncated' as const,
      cap: 'by_source' as const,
      at_least: rows.length,
    }
    return {
      value: {
        database: one.name ?? one.id,
        group,
        in_sync: pending == null ? null : !pending,
        parameters: [...slice.rows],
        total: isCut ? null : slice.total,
      },
      items: slice.rows.length,
      page: { total: slice.total, ...(slice.cursor === undefined ? {} : { cursor: slice.cursor }) },
      notes: isCut ? [cut] : [],
    }
  },
})
