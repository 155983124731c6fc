import { sliceByKey } from '@vedette/connectors/kit'
import { cloudDatabasesParameters } from '@vedette/proto/operations'
import { findSqlInstance } from '../databases.ts'
import { serveFind } from '../reading.ts'

// Flags that were set on an instance of Cloud SQL; every other parameter has its default.
export const serveDatabasesParameters = serveFind(cloudDatabasesParameters, {
  field: 'id',
  async find(reader, { id, names, limit, cursor }) {
    const one = await findSqlInstance(reader, id)
    if (one === undefined) return undefined
    const set = one.settings.databaseFlags.filter((it) => names.length === 0 || names.includes(it.name))
    const slice = sliceByKey(set, (it) => [it.name], { limit, cursor })
    const value = {
      database: one.name,
      group: null,
      in_sync: null,
      parameters: slice.rows.map((it) => ({
        name: it.name,
        value: it.value,
        default: null,
        source: 'database_flags',
        applies: 'unknown' as const,
        pending: null,
      })),
      total: slice.total,
    }
    const page = { total: slice.total, ...(slice.cursor === undefined ? {} : { cursor: slice.cursor }) }
    return { value, items: slice.rows.length, page }
  },
})
