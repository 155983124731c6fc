import { z } from 'zod'
import { type Collected, collect, wholeRows } from './answers.ts'
import type { Reader } from './client.ts'
import { pickOne } from './reading.ts'
import { GIB, labels, maybeFlag, maybeNumber, maybeText, placeOf, tail, texts, toTime } from './values.ts'

// An instance of Cloud SQL.
export const sqlInstance = z.object({
  name: z.string(),
  databaseVersion: z.string(),
  instanceType: maybeText,
  state: z.string(),
  region: maybeText,
  gceZone: maybeText,
  secondaryGceZone: maybeText,
  masterInstanceName: maybeText,
  replicaNames: texts,
  createTime: maybeText,
  diskEncryptionConfiguration: z.object({ kmsKeyName: maybeText }).optional(),
  ipAddresses: z.array(z.object({ type: maybeText, ipAddress: maybeText })).default([]),
  scheduledMaintenance: z.object({ startTime: maybeText, canReschedule: maybeFlag }).optional(),
  maintenanceVersion: maybeText,
  availableMaintenanceVersions: texts,
  suspensionReason: texts,
  settings: z.object({
    tier: maybeText,
    dataDiskSizeGb: maybeNumber,
    dataDiskType: maybeText,
    storageAutoResizeLimit: maybeNumber,
    availabilityType: maybeText,
    deletionProtectionEnabled: maybeFlag,
    userLabels: labels,
    databaseFlags: z.array(z.object({ name: z.string(), value: maybeText })).default([]),
    backupConfiguration: z
      .object({
        enabled: maybeFlag,
        startTime: maybeText,
        pointInTimeRecoveryEnabled: maybeFlag,
        transactionLogRetentionDays: maybeNumber,
        backupRetentionSettings: z.object({ retainedBackups: maybeNumber }).optional(),
      })
      .optional(),
    maintenanceWindow: z.object({ day: maybeNumber, hour: maybeNumber }).optional(),
    ipConfiguration: z
      .object({
        ipv4Enabled: maybeFlag,
        requireSsl: maybeFlag,
        sslMode: maybeText,
        privateNetwork: maybeText,
        authorizedNetworks: z.array(z.object({ value: maybeText })).default([]),
      })
      .optional(),
    insightsConfig: z.object({ queryInsightsEnabled: maybeFlag }).optional(),
  }),
})
export type SqlInstance = z.output<typeof sqlInstance>

// Every instance of Cloud SQL in the project.
export function readSqlInstances(reader: Reader): Promise<Collected<SqlInstance>> {
  return collect(reader, {
    service: 'sql',
    path: ['projects', reader.project.id, 'instances'],
    field: 'items',
    kind: 'sql#instancesList',
    row: sqlInstance,
    size: ['maxResults', 500],
    needs: 'cloudsql.instances.list',
  })
}

// The instance that an argument names; undefined when the whole list has none.
export async function findSqlInstance(reader: Reader, id: string): Promise<SqlInstance | undefined> {
  const all = wholeRows(await readSqlInstances(reader))
  const wanted = id.split(':').at(-1)
  return pickOne(
    all.filter((one) => one.name === id || one.name === wanted),
    { field: 'id', idOf: (one) => one.name },
  )
}

const ENGINES = Object.freeze([
  ['POSTGRES_', 'postgres', 5432],
  ['MYSQL_', 'mysql', 3306],
  ['SQLSERVER_', 'sqlserver', 1433],
] as const)

// An instance of Cloud SQL as a row.
export function toDatabase(reader: Reader, one: SqlInstance) {
  const [prefix, engine, port] = ENGINES.find(([start]) => one.databaseVersion.startsWith(start)) ?? [
    '',
    'unknown',
    null,
  ]
  const { settings } = one
  const zones = [one.gceZone, one.secondaryGceZone].filter((zone) => zone !== null)
  const ip = settings.ipConfiguration
  return {
    id: `${reader.project.id}:${one.region ?? ''}:${one.name}`,
    name: one.name,
    ...placeOf(reader, one.region),
    tags: settings.userLabels,
    engine,
    version: one.databaseVersion.slice(prefix.length),
    role: toRole(one),
    state: one.state,
    machine_type: settings.tier,
    storage_bytes: settings.dataDiskSizeGb === null ? null : settings.dataDiskSizeGb * GIB,
    multi_zone: settings.availabilityType === null ? null : settings.availabilityType === 'REGIONAL',
    zones: zones.length === 0 ? null : zones,
    endpoint:
      one.ipAddresses.find((it) => it.type === 'PRIMARY')?.ipAddress ?? one.ipAddresses[0]?.ipAddress ?? null,
    port,
    network: tail(ip?.privateNetwork),
    public_address: ip?.ipv4Enabled ?? null,
    // Cloud SQL encrypts everything that it keeps.
    encrypted: true,
    deletion_protection: settings.deletionProtectionEnabled,
    source: one.masterInstanceName,
    created_at: toTime(one.createTime),
  }
}

function toRole({ instanceType }: SqlInstance): 'primary' | 'replica' | 'unknown' {
  if (instanceType === 'CLOUD_SQL_INSTANCE') return 'primary'
  return instanceType === 'READ_REPLICA_INSTANCE' ? 'replica' : 'unknown'
}
