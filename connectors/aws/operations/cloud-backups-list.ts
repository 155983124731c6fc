import { cloudBackupsList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { collect, createNotes, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { placeOf, texts, told, toNumber, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  COMPLETED: 'completed',
  RUNNING: 'running',
  CREATED: 'running',
  PENDING: 'running',
  ABORTING: 'running',
  FAILED: 'failed',
  ABORTED: 'failed',
  EXPIRED: 'expired',
  PARTIAL: 'partial',
} as const)

type Row = ReturnType<typeof toRow>
type Carried = Readonly<{ row: Row | null; without: readonly string[] | null }>

// Jobs of AWS Backup that began in the window, and what it protects without a completed job in it.
export const serveBackupsList = serveList(cloudBackupsList, {
  async read(reader, input) {
    const notes = createNotes(reader)
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('backup', 'listBackupJobs', {
        ByCreatedAfter: new Date(input.from),
        ByCreatedBefore: new Date(input.to),
        MaxResults: 1000,
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.BackupJobs, next: said.NextToken }
    })
    const guarded = await notes.seek(readProtected(reader))
    const jobs = paged.items.map((one) => toRow(reader, one))
    const done = new Set(jobs.flatMap((row) => (row.state === 'completed' ? [row.resource] : [])))
    const isWhole = paged.stop === 'end' && guarded !== null
    const without = isWhole ? guarded.filter((arn) => !done.has(arn)) : null
    const wanted = jobs.filter(
      (row) =>
        (input.resource === undefined ||
          row.resource === input.resource ||
          row.resource?.endsWith(input.resource) === true) &&
        (!input.failed_only || row.state === 'failed'),
    )
    const rows: readonly Carried[] =
      wanted.length === 0 && (without === null || without.length > 0)
        ? [{ row: null, without }]
        : wanted.map((row) => ({ row, without }))
    return { paged: mapPaged(paged, () => rows), notes: notes.parts() }
  },
  keyOf: ({ row }) => [-(Date.parse(row?.started_at ?? '') || 0), row?.id ?? ''],
  toValue({ rows, all, whole }) {
    const isKnown = whole && all.every((one) => one.without !== null)
    return {
      backups: rows.flatMap(({ row }) => row ?? []),
      without: isKnown ? [...new Set(all.flatMap((one) => one.without ?? []))] : null,
      total: whole ? all.filter(({ row }) => row !== null).length : null,
    }
  },
})

async function readProtected(reader: Reader): Promise<readonly string[] | null> {
  const paged = await collect(async (NextToken) => {
    const said = await reader.call('backup', 'listProtectedResources', {
      MaxResults: 1000,
      ...(NextToken === undefined ? {} : { NextToken }),
    })
    return { items: said.Results, next: said.NextToken }
  })
  if (paged.stop === 'failed') throw paged.error
  return paged.stop === 'end' ? texts(paged.items.map((one) => one.ResourceArn)) : null
}

type Job = Readonly<{
  BackupJobId?: string | undefined
  ResourceArn?: string | undefined
  ResourceType?: string | undefined
  State?: string | undefined
  CreationDate?: Date | undefined
  CompletionDate?: Date | undefined
  BackupSizeInBytes?: number | undefined
  BackupVaultName?: string | undefined
  CreatedBy?: { BackupPlanId?: string | undefined } | undefined
  StatusMessage?: string | undefined
}>

function toRow(reader: Reader, one: Job) {
  return {
    id: one.BackupJobId ?? '',
    ...placeOf(reader),
    resource: one.ResourceArn ?? null,
    resource_type: one.ResourceType ?? null,
    kind: 'job' as const,
    state: toWord(STATES, one.State),
    started_at: toTime(one.CreationDate),
    finished_at: toTime(one.CompletionDate),
    size_bytes: one.BackupSizeInBytes === undefined ? null : toNumber(String(one.BackupSizeInBytes)),
    vault: one.BackupVaultName ?? null,
    plan: one.CreatedBy?.BackupPlanId ?? null,
    locked: null,
    expires_at: null,
    error: one.State === 'COMPLETED' ? null : told(one.StatusMessage),
  }
}
