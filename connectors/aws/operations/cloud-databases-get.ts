import { cloudDatabasesGet } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { type DbCluster, type DbInstance, findDatabase, toClusterRow, toInstanceRow } from '../databases.ts'
import { askOneMetric } from '../metrics.ts'
import { createNotes } from '../pages.ts'
import { serveFind } from '../reading.ts'
import { texts, toBytes, toTime } from '../values.ts'

// One database instance, with its free space as CloudWatch measured it last, or one cluster with its members.
export const serveDatabasesGet = serveFind(cloudDatabasesGet, {
  field: 'id',
  async find(reader, { id }) {
    const found = await findDatabase(reader, id)
    if (found?.instance !== undefined) {
      const notes = createNotes(reader)
      const free = await notes.seek(readFreeSpace(reader, found.instance.DBInstanceIdentifier ?? id))
      return { value: describeInstance(reader, found.instance, free), notes: notes.parts() }
    }
    return found?.cluster === undefined ? undefined : { value: describeCluster(reader, found.cluster) }
  },
})

type Free = Readonly<{ at: string; value: number }> | null

async function readFreeSpace(reader: Reader, id: string): Promise<Free> {
  return askOneMetric(reader, {
    namespace: 'AWS/RDS',
    metric: 'FreeStorageSpace',
    dimensions: { DBInstanceIdentifier: id },
    stat: 'Minimum',
  })
}

function describeInstance(reader: Reader, one: DbInstance, free: Free) {
  const [group] = one.DBParameterGroups ?? []
  return {
    database: toInstanceRow(reader, one),
    storage_type: one.StorageType ?? null,
    storage_limit_bytes: toBytes(one.MaxAllocatedStorage),
    iops: one.Iops ?? null,
    free_bytes: free?.value ?? null,
    free_measured_at: free?.at ?? null,
    members: texts(one.ReadReplicaDBInstanceIdentifiers).map((id) => ({
      id,
      role: 'replica' as const,
      zone: null,
      state: null,
      lag_s: null,
    })),
    security_groups: texts((one.VpcSecurityGroups ?? []).map((it) => it.VpcSecurityGroupId)),
    authorized_cidrs: null,
    parameter_group: group?.DBParameterGroupName ?? null,
    parameters_in_sync:
      group?.ParameterApplyStatus === undefined ? null : group.ParameterApplyStatus === 'in-sync',
    pending_changes: toPending(one.PendingModifiedValues),
    backup_retention_days: one.BackupRetentionPeriod ?? null,
    restorable_until: toTime(one.LatestRestorableTime),
    backup_window: one.PreferredBackupWindow ?? null,
    maintenance_window: one.PreferredMaintenanceWindow ?? null,
    minor_upgrades_automatic: one.AutoMinorVersionUpgrade ?? null,
    tls_required: null,
    monitoring: texts([
      one.PerformanceInsightsEnabled === true ? 'performance_insights' : undefined,
      one.MonitoringInterval !== undefined && one.MonitoringInterval > 0 ? 'enhanced_monitoring' : undefined,
    ]),
  }
}

function describeCluster(reader: Reader, one: DbCluster) {
  return {
    database: toClusterRow(reader, one),
    storage_type: one.StorageType ?? null,
    storage_limit_bytes: null,
    iops: one.Iops ?? null,
    free_bytes: null,
    free_measured_at: null,
    members: (one.DBClusterMembers ?? []).map((it) => ({
      id: it.DBInstanceIdentifier ?? '',
      role: it.IsClusterWriter === true ? ('primary' as const) : ('replica' as const),
      zone: null,
      state: null,
      lag_s: null,
    })),
    security_groups: texts((one.VpcSecurityGroups ?? []).map((it) => it.VpcSecurityGroupId)),
    authorized_cidrs: null,
    parameter_group: one.DBClusterParameterGroup ?? null,
    parameters_in_sync: null,
    pending_changes: toPending(one.PendingModifiedValues),
    backup_retention_days: one.BackupRetentionPeriod ?? null,
    restorable_until: toTime(one.LatestRestorableTime),
    backup_window: one.PreferredBackupWindow ?? null,
    maintenance_window: one.PreferredMaintenanceWindow ?? null,
    minor_upgrades_automatic: one.AutoMinorVersionUpgrade ?? null,
    tls_required: null,
    monitoring: texts([one.PerformanceInsightsEnabled === true ? 'performance_insights' : undefined]),
  }
}

// What waits to be applied; a new password is named, never shown.
function toPending(values: object | undefined): Record<string, string> {
  const pairs = Object.entries(values ?? {}).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    pairs.map(([key, value]) => [key, key === 'MasterUserPassword' ? 'set' : String(value)]),
  )
}
