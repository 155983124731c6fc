import { cloudDatabasesGet } from '@vedette/proto/operations'
import { findDatabase, toDatabase } from '../databases.ts'
import { serveFind } from '../reading.ts'

// One database by id or name. How full it is, Magalu Cloud does not tell.
export const serveCloudDatabasesGet = serveFind(cloudDatabasesGet, {
  field: 'id',
  async find(site, input) {
    const one = await findDatabase(site, input.id)
    if (one === undefined) return undefined
    const pending = one.apply_parameters_pending
    return {
      value: {
        database: toDatabase(site, one),
        storage_type: one.volume?.type ?? null,
        storage_limit_bytes: null,
        iops: null,
        free_bytes: null,
        free_measured_at: null,
        members: [],
        security_groups: null,
        authorized_cidrs: null,
        parameter_group: one.parameter_group_id ?? null,
        parameters_in_sync: pending == null ? null : !pending,
        pending_changes: null,
        backup_retention_days: one.backup_retention_days ?? null,
        restorable_until: null,
        backup_window: one.backup_start_at ?? null,
        maintenance_window: null,
        minor_upgrades_automatic: null,
        tls_required: null,
        monitoring: null,
      },
    }
  },
})
