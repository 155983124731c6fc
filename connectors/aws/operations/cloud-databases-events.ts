import { cloudDatabasesEvents } from '@vedette/proto/operations'
import { findDatabase } from '../databases.ts'
import { collect, mapPaged, wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { need, placeOf, texts, toTime } from '../values.ts'

// Events of instances and clusters; RDS keeps them for 14 days.
export const serveDatabasesEvents = serveList(cloudDatabasesEvents, {
  async read(reader, input) {
    const known = input.id === undefined ? undefined : await findDatabase(reader, input.id)
    if (input.id !== undefined && known === undefined)
      return { paged: wholeList([]), unproven: 'database_not_found' }
    const source =
      known === undefined
        ? {}
        : known.instance === undefined
          ? { SourceType: 'db-cluster' as const, SourceIdentifier: known.cluster?.DBClusterIdentifier }
          : { SourceType: 'db-instance' as const, SourceIdentifier: known.instance.DBInstanceIdentifier }
    const paged = await collect(async (Marker) => {
      const said = await reader.call('rds', 'describeEvents', {
        StartTime: new Date(input.from),
        EndTime: new Date(input.to),
        MaxRecords: 100,
        ...source,
        ...(Marker === undefined ? {} : { Marker }),
      })
      return { items: said.Events, next: said.Marker }
    })
    return mapPaged(paged, (all) =>
      all.map((one) => ({
        database: one.SourceIdentifier ?? 'unknown',
        ...placeOf(reader),
        at: need(toTime(one.Date)),
        category: texts(one.EventCategories)[0] ?? null,
        severity: null,
        message: one.Message ?? '',
      })),
    )
  },
  keyOf: (row) => [-Date.parse(row.at), row.database, row.message.slice(0, 80)],
  toValue: ({ rows, total }) => ({ events: [...rows], total }),
})
