import type { Paged } from '@vedette/connectors/kit'
import { together } from '@vedette/connectors/kit'
import { cloudDatabasesBackups } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { readDbClusters, readDbInstances } from '../databases.ts'
import { collect, joinPaged, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { need, placeOf, texts, toBytes, toTime } from '../values.ts'

type Restorable = Readonly<{ database: string; from: string | null; until: string | null }>

// Snapshots of instances and clusters, and how far back each database can be restored. What AWS Backup keeps is read
// by cloud_backups_list.
export const serveDatabasesBackups = serveList(cloudDatabasesBackups, {
  async read(reader, input) {
    const [instances, clusters, singles, groups] = await together([
      readDbInstances(reader),
      readDbClusters(reader),
      readSnapshots(reader),
      readClusterSnapshots(reader),
    ])
    const wanted = (id: string) => input.id === undefined || id === input.id
    const backups = mapPaged(joinPaged(singles, groups), (all) =>
      all.filter((row) => wanted(row.database) && (!input.failed_only || row.state === 'failed')),
    )
    const databases = joinPaged(
      mapPaged(instances, (all) =>
        all
          .filter((one) => one.DBClusterIdentifier === undefined || one.DBClusterIdentifier === '')
          .map(
            (one): Restorable => ({
              database: need(one.DBInstanceIdentifier),
              from: null,
              until: toTime(one.LatestRestorableTime),
            }),
          ),
      ),
      mapPaged(clusters, (all) =>
        all.map(
          (one): Restorable => ({
            database: need(one.DBClusterIdentifier),
            from: toTime(one.EarliestRestorableTime),
            until: toTime(one.LatestRestorableTime),
          }),
        ),
      ),
    )
    const known = databases.items.filter((one) => wanted(one.database))
    const rows = backups.items.map((row) => ({ row, known }))
    // The databases travel with the first row; a region without backups says so by a row of none.
    const carried = rows.length === 0 && known.length > 0 ? [{ row: null, known }] : rows
    const paged: Paged<Carried> =
      databases.stop === 'end' ? { ...backups, items: carried } : { ...databases, items: carried }
    return input.id !== undefined && known.length === 0 && rows.length === 0
      ? { paged, unproven: 'database_not_found' }
      : paged
  },
  keyOf: ({ row, known }) => [row?.region ?? '', row === null ? '~' : row.id, known.length],
  toValue({ rows, all, whole }) {
    const backups = rows.flatMap(({ row }) => row ?? [])
    const complete = new Set(all.flatMap(({ row }) => (row?.state === 'completed' ? [row.database] : [])))
    const databases = [
      ...new Map(all.flatMap(({ known }) => known).map((one) => [one.database, one])).values(),
    ]
    return {
      backups,
      restorable: databases.map((one) => ({ ...one })),
      without: whole ? databases.map((one) => one.database).filter((id) => !complete.has(id)) : null,
      total: whole ? all.filter(({ row }) => row !== null).length : null,
    }
  },
})

type Row = Awaited<ReturnType<typeof readSnapshots>>['items'][number]
type Carried = Readonly<{ row: Row | null; known: readonly Restorable[] }>

function readSnapshots(reader: Reader) {
  return collect(async (Marker) => {
    const said = await reader.call('rds', 'describeDBSnapshots', {
      MaxRecords: 100,
      ...(Marker === undefined ? {} : { Marker }),
    })
    const items = said.DBSnapshots?.map((one) => ({
      id: one.DBSnapshotIdentifier ?? '',
      ...placeOf(reader),
      database: one.DBInstanceIdentifier ?? '',
      kind: toKind(one.SnapshotType),
      state: toState(one.Status),
      started_at: toTime(one.SnapshotCreateTime),
      finished_at: null,
      size_bytes: toBytes(one.AllocatedStorage),
      encrypted: one.Encrypted ?? null,
      expires_at: null,
      error: null,
    }))
    return { items, next: said.Marker }
  })
}

function readClusterSnapshots(reader: Reader) {
  return collect(async (Marker) => {
    const said = await reader.call('rds', 'describeDBClusterSnapshots', {
      MaxRecords: 100,
      ...(Marker === undefined ? {} : { Marker }),
    })
    const items = said.DBClusterSnapshots?.map((one) => ({
      id: one.DBClusterSnapshotIdentifier ?? '',
      ...placeOf(reader),
      database: one.DBClusterIdentifier ?? '',
      kind: toKind(one.SnapshotType),
      state: toState(one.Status),
      started_at: toTime(one.SnapshotCreateTime),
      finished_at: null,
      size_bytes: toBytes(one.AllocatedStorage),
      encrypted: one.StorageEncrypted ?? null,
      expires_at: null,
      error: null,
    }))
    return { items, next: said.Marker }
  })
}

function toKind(type: string | undefined): 'automatic' | 'manual' | 'unknown' {
  if (type === 'manual' || type === 'automated') return type === 'manual' ? 'manual' : 'automatic'
  return texts([type]).includes('awsbackup') ? 'automatic' : 'unknown'
}

function toState(status: string | undefined): 'completed' | 'running' | 'failed' | 'unknown' {
  if (status === 'available') return 'completed'
  if (status === 'creating' || status === 'copying') return 'running'
  return status === 'failed' ? 'failed' : 'unknown'
}
