import { cloudDatabasesList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { readSqlInstances, toDatabase } from '../databases.ts'
import { serveList } from '../reading.ts'
import { hasTag, holds } from '../values.ts'

// Instances of Cloud SQL. AlloyDB and Spanner are not read, so none is not proved.
export const serveDatabasesList = serveList(cloudDatabasesList, {
  async read(reader, { engine, tag }) {
    const rows = mapRows(await readSqlInstances(reader), (all) =>
      all
        .map((one) => toDatabase(reader, one))
        .filter((row) => holds(row.engine, engine) && hasTag(row.tags, tag)),
    )
    return { ...rows, unproven: 'alloydb_and_spanner_not_read' }
  },
  keyOf: (row) => [row.region ?? '', row.name],
  toValue: ({ rows, total }) => ({ databases: [...rows], total }),
})
