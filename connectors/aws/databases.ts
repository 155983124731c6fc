import type { Paged } from '@vedette/connectors/kit'
import type { Output } from './client.ts'
import type { Reader } from './connect.ts'
import { orAbsent } from './errors.ts'
import { collect } from './pages.ts'
import { need, placeOf, texts, toBytes, toTags, toTime } from './values.ts'

export type DbInstance = NonNullable<Output<'rds', 'describeDBInstances'>['DBInstances']>[number]
export type DbCluster = NonNullable<Output<'rds', 'describeDBClusters'>['DBClusters']>[number]

// Database instances of a region, to their end.
export function readDbInstances(reader: Reader): Promise<Paged<DbInstance>> {
  return collect(async (Marker) => {
    const said = await reader.call('rds', 'describeDBInstances', {
      MaxRecords: 100,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.DBInstances, next: said.Marker }
  })
}

// Database clusters of a region, to their end.
export function readDbClusters(reader: Reader): Promise<Paged<DbCluster>> {
  return collect(async (Marker) => {
    const said = await reader.call('rds', 'describeDBClusters', {
      MaxRecords: 100,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.DBClusters, next: said.Marker }
  })
}

export type Database = Readonly<{ instance?: DbInstance; cluster?: DbCluster }>

// The instance or cluster of this id or ARN; undefined when the region has neither.
export async function findDatabase(reader: Reader, wanted: string): Promise<Database | undefined> {
  const parts = wanted.split(':')
  if (wanted.startsWith('arn:') && parts[3] !== reader.region) return undefined
  const id = wanted.startsWith('arn:') ? (parts.at(-1) ?? wanted) : wanted
  const instances = await orAbsent(
    reader.call('rds', 'describeDBInstances', { DBInstanceIdentifier: id }),
    undefined,
  )
  const [instance] = instances === undefined ? [] : need(instances.DBInstances)
  if (instance !== undefined) return { instance }
  const clusters = await orAbsent(
    reader.call('rds', 'describeDBClusters', { DBClusterIdentifier: id }),
    undefined,
  )
  const [cluster] = clusters === undefined ? [] : need(clusters.DBClusters)
  return cluster === undefined ? undefined : { cluster }
}

// An instance as the catalogue says it.
export function toInstanceRow(reader: Reader, one: DbInstance) {
  return {
    id: one.DBInstanceIdentifier ?? '',
    name: one.DBInstanceIdentifier ?? null,
    ...placeOf(reader),
    tags: one.TagList === undefined ? null : toTags(one.TagList),
    engine: one.Engine ?? 'unknown',
    version: one.EngineVersion ?? null,
    role: toRole(one),
    state: one.DBInstanceStatus ?? 'unknown',
    machine_type: one.DBInstanceClass ?? null,
    storage_bytes: toBytes(one.AllocatedStorage),
    multi_zone: one.MultiAZ ?? null,
    zones: texts([one.AvailabilityZone, one.SecondaryAvailabilityZone]),
    endpoint: one.Endpoint?.Address ?? null,
    port: one.Endpoint?.Port ?? null,
    network: one.DBSubnetGroup?.VpcId ?? null,
    public_address: one.PubliclyAccessible ?? null,
    encrypted: one.StorageEncrypted ?? null,
    deletion_protection: one.DeletionProtection ?? null,
    source: one.ReadReplicaSourceDBInstanceIdentifier ?? one.DBClusterIdentifier ?? null,
    created_at: toTime(one.InstanceCreateTime),
  }
}

// A cluster in the same words.
export function toClusterRow(reader: Reader, one: DbCluster) {
  return {
    id: one.DBClusterIdentifier ?? '',
    name: one.DBClusterIdentifier ?? null,
    ...placeOf(reader),
    tags: one.TagList === undefined ? null : toTags(one.TagList),
    engine: one.Engine ?? 'unknown',
    version: one.EngineVersion ?? null,
    role: 'cluster' as const,
    state: one.Status ?? 'unknown',
    machine_type: one.DBClusterInstanceClass ?? null,
    storage_bytes: toBytes(one.AllocatedStorage),
    multi_zone: one.MultiAZ ?? null,
    zones: texts(one.AvailabilityZones),
    endpoint: one.Endpoint ?? null,
    port: one.Port ?? null,
    network: null,
    public_address: one.PubliclyAccessible ?? null,
    encrypted: one.StorageEncrypted ?? null,
    deletion_protection: one.DeletionProtection ?? null,
    source:
      one.ReplicationSourceIdentifier === undefined || one.ReplicationSourceIdentifier === ''
        ? null
        : one.ReplicationSourceIdentifier,
    created_at: toTime(one.ClusterCreateTime),
  }
}

function toRole(one: DbInstance): 'primary' | 'replica' | 'member' {
  if (
    one.ReadReplicaSourceDBInstanceIdentifier !== undefined &&
    one.ReadReplicaSourceDBInstanceIdentifier !== ''
  )
    return 'replica'
  return one.DBClusterIdentifier === undefined || one.DBClusterIdentifier === '' ? 'primary' : 'member'
}
