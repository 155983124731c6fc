import { cloudDatabasesBackups } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { notFound, orNothing, serveList } from '../reading.ts'
import { maybeText, maybeTime, placeOf, toWord } from '../values.ts'

const STATES = Object.freeze({
  SUCCESSFUL: 'completed',
  RUNNING: 'running',
  ENQUEUED: 'running',
  OVERDUE: 'failed',
  FAILED: 'failed',
  SKIPPED: 'failed',
} as const)
const KINDS = Object.freeze({ AUTOMATED: 'automatic', ON_DEMAND: 'manual' } as const)

const run = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  instance: z.string(),
  type: maybeText,
  status: maybeText,
  startTime: maybeTime,
  endTime: maybeTime,
  location: maybeText,
  error: z.object({ code: maybeText, message: maybeText }).optional(),
})

// Backup runs of Cloud SQL, of one instance or of all. Which instances have none is not told.
export const serveDatabasesBackups = serveList(cloudDatabasesBackups, {
  async read(reader, { id, failed_only }) {
    const list = await orNothing(
      collect(reader, {
        service: 'sql',
        path: ['projects', reader.project.id, 'instances', id?.split(':').at(-1) ?? '-', 'backupRuns'],
        field: 'items',
        kind: 'sql#backupRunsList',
        row: run,
        size: ['maxResults', 500],
        needs: 'cloudsql.backupRuns.list',
      }),
    )
    if (list === undefined) throw notFound('id', reader)
    return mapRows(list, (all) =>
      all
        .map((one) => ({
          id: `${one.instance}/${one.id}`,
          ...placeOf(reader, one.location),
          database: one.instance,
          kind: toWord(KINDS, one.type),
          state: toWord(STATES, one.status),
          started_at: one.startTime,
          finished_at: one.endTime,
          size_bytes: null,
          encrypted: true,
          expires_at: null,
          error: one.error?.message ?? null,
        }))
        .filter((row) => !failed_only || row.state === 'failed'),
    )
  },
  keyOf: (row) => [-Date.parse(row.started_at ?? '1970-01-01T00:00:00Z'), row.id],
  toValue: ({ rows, total }) => ({ backups: [...rows], restorable: [], without: null, total }),
})
