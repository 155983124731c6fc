import { cloudDatabasesMaintenance } from '@vedette/proto/operations'
import { findDatabase } from '../databases.ts'
import { collect, mapPaged, wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { lastOf, need, placeOf, told, toTime } from '../values.ts'

// Maintenance that waits for instances and clusters. RDS lists only those for which some waits.
export const serveDatabasesMaintenance = serveList(cloudDatabasesMaintenance, {
  async read(reader, input) {
    if (input.id !== undefined && (await findDatabase(reader, input.id)) === undefined)
      return { paged: wholeList([]), unproven: 'database_not_found' }
    const paged = await collect(async (Marker) => {
      const said = await reader.call('rds', 'describePendingMaintenanceActions', {
        MaxRecords: 100,
        ...(Marker === undefined ? {} : { Marker }),
      })
      return { items: said.PendingMaintenanceActions, next: said.Marker }
    })
    return mapPaged(paged, (all) =>
      all
        .flatMap((one) =>
          need(one.PendingMaintenanceActionDetails).map((it) => ({
            ...placeOf(reader),
            database: lastOf(one.ResourceIdentifier ?? 'unknown'),
            action: it.Action ?? 'unknown',
            description: told(it.Description),
            scheduled_at: toTime(it.CurrentApplyDate),
            forced_after: toTime(it.ForcedApplyDate),
            opted_in:
              it.OptInStatus === undefined ? null : it.OptInStatus !== '' && it.OptInStatus !== 'undo-opt-in',
            current_version: null,
            target_version: null,
          })),
        )
        .filter((row) => input.id === undefined || row.database === lastOf(input.id)),
    )
  },
  keyOf: (row) => [row.region ?? '', row.database, row.action],
  toValue: ({ rows, total }) => ({ actions: [...rows], total }),
})
