import { cloudDatabasesGet } from '@vedette/proto/operations'
import { findSqlInstance, toDatabase } from '../databases.ts'
import { serveFind } from '../reading.ts'
import { GIB } from '../values.ts'

const DAYS = Object.freeze(['any', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const)

// One instance of Cloud SQL with its settings. What it measures of itself is not among them.
export const serveDatabasesGet = serveFind(cloudDatabasesGet, {
  field: 'id',
  async find(reader, { id }) {
    const one = await findSqlInstance(reader, id)
    if (one === undefined) return undefined
    const { settings } = one
    const { backupConfiguration: backup, maintenanceWindow: window, ipConfiguration: ip } = settings
    const limit = settings.storageAutoResizeLimit
    const value = {
      database: toDatabase(reader, one),
      storage_type: settings.dataDiskType,
      storage_limit_bytes: limit === null || limit === 0 ? null : limit * GIB,
      iops: null,
      free_bytes: null,
      free_measured_at: null,
      members: one.replicaNames.map((name) => ({
        id: name,
        role: 'replica' as const,
        zone: null,
        state: null,
        lag_s: null,
      })),
      security_groups: null,
      authorized_cidrs: ip?.authorizedNetworks.flatMap((it) => it.value ?? []) ?? null,
      parameter_group: null,
      parameters_in_sync: null,
      pending_changes: null,
      backup_retention_days: backup?.enabled === true ? backup.transactionLogRetentionDays : null,
      restorable_until: null,
      backup_window: backup?.enabled === true ? backup.startTime : null,
      maintenance_window:
        window === undefined ? null : `${DAYS[window.day ?? 0] ?? 'any'} ${window.hour ?? 0}:00 UTC`,
      minor_upgrades_automatic: null,
      tls_required: toTls(ip),
      monitoring: settings.insightsConfig?.queryInsightsEnabled === true ? ['query_insights'] : null,
    }
    return { value }
  },
})

function toTls(
  ip: Readonly<{ sslMode: string | null; requireSsl: boolean | null }> | undefined,
): boolean | null {
  if (ip === undefined) return null
  if (ip.sslMode !== null && ip.sslMode !== 'SSL_MODE_UNSPECIFIED')
    return ip.sslMode !== 'ALLOW_UNENCRYPTED_AND_ENCRYPTED'
  return ip.requireSsl
}
