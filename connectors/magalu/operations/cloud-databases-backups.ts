import { cloudDatabasesBackups } from '@vedette/proto/operations'
import { readBackups, readDatabases } from '../databases.ts'
import { mapSome } from '../lists.ts'
import { serveList } from '../reading.ts'
import { GIB, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  PENDING: 'running',
  CREATING: 'running',
  AVAILABLE: 'completed',
  RESTORING: 'completed',
  ERROR: 'failed',
} as const)
const TYPES = Object.freeze({ AUTOMATED: 'automatic', ON_DEMAND: 'manual' } as const)

// Backups of every database, one question each. Which databases have none is not worked out: `without` stays untold.
export const serveCloudDatabasesBackups = serveList(cloudDatabasesBackups, {
  async read(site, { id, failed_only }) {
    const { databases, paged } = await readDatabases(site)
    const wanted = databases.filter(
      (one) => one.kind !== 'replicas' && (id === undefined || one.id === id || one.name === id),
    )
    const lists = await mapSome(wanted, (one) => readBackups(site, one))
    const all = wanted.flatMap((one, index) =>
      (lists[index]?.items ?? []).map((each) => toBackup(one.name ?? one.id, site, each)),
    )
    const rows = all.filter(({ state }) => !failed_only || state === 'failed')
    const unproven =
      id !== undefined && wanted.length === 0
        ? 'database_unknown'
        : failed_only && (all.length === 0 || all.some(({ state }) => state === 'unknown'))
          ? 'backups_without_a_known_outcome'
          : undefined
    return { rows, paged: [...paged, ...lists], unproven }
  },
  keyOf: (row) => [row.database, row.started_at ?? '', row.id],
  toValue: ({ rows, total }) => ({ backups: rows, restorable: [], without: null, total }),
})

function toBackup(
  database: string,
  site: Readonly<{ account: string; region: string | null }>,
  one: Awaited<ReturnType<typeof readBackups>>['items'][number],
) {
  return {
    id: one.id,
    account: site.account,
    region: site.region,
    database,
    kind: toWord(TYPES, one.type),
    state: toWord(STATES, one.status),
    started_at: toTime(one.started_at ?? one.created_at),
    finished_at: toTime(one.finished_at),
    size_bytes: one.allocated_size == null ? null : one.allocated_size * GIB,
    encrypted: null,
    expires_at: null,
    error: null,
  }
}
