import { matchVisible } from '@vedette/connectors/kit'
import { cloudDatabasesLogs } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { findDatabase } from '../databases.ts'
import { checkWhole, collect } from '../pages.ts'
import { serveFind } from '../reading.ts'
import { toTime } from '../values.ts'

// Log files of a database instance, or the end of one of them. A cluster keeps its logs with its instances.
export const serveDatabasesLogs = serveFind(cloudDatabasesLogs, {
  field: 'id',
  async find(reader, input) {
    const found = await findDatabase(reader, input.id)
    const id = found?.instance?.DBInstanceIdentifier
    if (id === undefined) return undefined
    const files = await readFiles(reader, id)
    if (input.list) return { value: { database: id, file: null, files, lines: [] }, items: files.length }
    const newest = files.toSorted((a, b) => (a.written_at ?? '').localeCompare(b.written_at ?? '')).at(-1)
    const file = input.file ?? newest?.name
    if (file === undefined || !files.some((one) => one.name === file)) return undefined
    const lines = await readTail(reader, { id, file, tail: input.tail })
    const kept = lines.filter((line) => matchVisible(reader.context, line, input.match))
    const value = {
      database: id,
      file,
      files: null,
      lines: kept.map((text) => ({ at: toLineTime(text), text })),
    }
    return { value, items: Math.max(1, lines.length) }
  },
})

async function readFiles(reader: Reader, DBInstanceIdentifier: string) {
  const paged = await collect(async (Marker) => {
    const said = await reader.call('rds', 'describeDBLogFiles', {
      DBInstanceIdentifier,
      MaxRecords: 1000,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.DescribeDBLogFiles, next: said.Marker }
  })
  checkWhole(paged)
  return paged.items.map((one) => ({
    name: one.LogFileName ?? '',
    size_bytes: one.Size ?? null,
    written_at: one.LastWritten === undefined ? null : toTime(new Date(one.LastWritten)),
  }))
}

// Without a marker RDS gives the last lines of the file.
async function readTail(
  reader: Reader,
  { id, file, tail }: Readonly<{ id: string; file: string; tail: number }>,
): Promise<readonly string[]> {
  const said = await reader.call('rds', 'downloadDBLogFilePortion', {
    DBInstanceIdentifier: id,
    LogFileName: file,
    NumberOfLines: tail,
  })
  return (said.LogFileData ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .slice(-tail)
}

function toLineTime(line: string): string | null {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)? ?(?:UTC|Z)/.exec(line)
  return match === null ? null : `${match[1]}T${match[2]}Z`
}
