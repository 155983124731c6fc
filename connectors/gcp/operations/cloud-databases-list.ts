import { cloudDatabasesList } from '@vedette/proto/operations'
import { readAlloyInstances, toAlloyDatabase } from '../alloydb.ts'
import { type Collected, joinLists, mapRows } from '../answers.ts'
import { readSqlInstances, toDatabase } from '../databases.ts'
import { createNotes, serveList } from '../reading.ts'
import { hasTag, holds } from '../values.ts'

// Instances of Cloud SQL and of AlloyDB; where the second is blind, that is a gap. Spanner is not read, so none is not
// proved.
export const serveDatabasesList = serveList(cloudDatabasesList, {
  async read(reader, { engine, tag }) {
    const notes = createNotes(reader)
    const sql = mapRows(await readSqlInstances(reader), (all) => all.map((one) => toDatabase(reader, one)))
    const alloy = await notes.seek(readAlloyInstances(reader))
    const more: Collected<ReturnType<typeof toAlloyDatabase>> =
      alloy === null
        ? { paged: { items: [], stop: 'end' }, gaps: notes.parts() }
        : mapRows(alloy, (all) => all.map((one) => toAlloyDatabase(reader, one)))
    const rows = mapRows(joinLists(sql, more), (all) =>
      all.filter((row) => holds(row.engine, engine) && hasTag(row.tags, tag)),
    )
    return { ...rows, unproven: 'spanner_not_read' }
  },
  keyOf: (row) => [row.region ?? '', row.name],
  toValue: ({ rows, total }) => ({ databases: [...rows], total }),
})
