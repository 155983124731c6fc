import { matchVisible, type RowKey, sliceByKey, toSliceReading } from '@vedette/connectors/kit'
import { type CallContext, partialOf } from '@vedette/proto/connector'
import { hostProcessesList } from '@vedette/proto/operations'
import type { HostClient } from '../client.ts'
import { readDetail } from '../files.ts'
import { hidesProcesses, type Process, readProcesses } from '../linux/processes.ts'
import { serveLocal } from './serve-local.ts'

const KEYS = Object.freeze({
  cpu: (row: Process): RowKey => [-(row.cpu_percent ?? 0), row.pid],
  memory: (row: Process): RowKey => [-(row.memory_bytes ?? 0), row.pid],
  started: (row: Process): RowKey => [-Date.parse(row.started_at ?? '1970-01-01T00:00:00Z'), row.pid],
  pid: (row: Process): RowKey => [row.pid],
})

// Serves host.processes.list; where /proc hides other users' processes, they are a forbidden part.
export const processesList = serveLocal(
  hostProcessesList,
  async ({ client, input, context, scope, as_of }) => {
    const all = client.isLinux
      ? await readProcesses(client.root, context.clock.now())
      : await readPortable(client)
    const slice = sliceByKey(filter(all, input.match, context), KEYS[input.sort], input)
    const value = { processes: [...slice.rows] }
    const reading = toSliceReading(value, slice, { as_of, proof: 'enumerated', scope })
    if (!(await isHidden(client))) return reading
    const missing = 'see all processes: /proc is mounted with hidepid'
    return partialOf(value, [
      ...reading.parts,
      { scope: { ...scope, part: 'other_users' }, state: 'forbidden', missing },
    ])
  },
)

function filter(
  rows: readonly Process[],
  match: string | undefined,
  context: CallContext,
): readonly Process[] {
  return rows.filter(
    ({ name, command }) => matchVisible(context, name, match) || matchVisible(context, command, match),
  )
}

async function isHidden(client: HostClient): Promise<boolean> {
  const table = client.isLinux ? await readDetail(client.root, `${client.self}/mountinfo`) : ''
  return hidesProcesses(table ?? '', process.getuid?.() ?? 0)
}

async function readPortable(client: HostClient): Promise<readonly Process[]> {
  const { list } = await (await client.portable()).processes()
  return list.map((one) => {
    const started = Date.parse(one.started)
    return {
      pid: one.pid,
      parent_pid: one.parentPid,
      name: one.name,
      command: `${one.command} ${one.params}`.trim(),
      user: one.user,
      state: one.state,
      cpu_percent: one.cpu,
      cpu_seconds: null,
      memory_bytes: one.memRss * 1024,
      threads: null,
      started_at: Number.isNaN(started) ? null : new Date(started).toISOString(),
    }
  })
}
