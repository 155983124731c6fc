import { loadavg } from 'node:os'
import { complete, SourceError } from '@vedette/proto/connector'
import { hostLoadGet } from '@vedette/proto/operations'
import type { z } from 'zod'
import type { HostClient } from '../client.ts'
import { readDetail, readText } from '../files.ts'
import { parsePressure } from '../linux/key-values.ts'
import { countCpus } from './info.ts'
import { serveLocal } from './serve-local.ts'

type Load = z.output<typeof hostLoadGet.output>

// Serves host.load.get: one item; stalls are null where the kernel does not count them.
export const loadGet = serveLocal(hostLoadGet, async ({ client, scope, as_of }) => {
  const value = client.isLinux ? await readLinux(client.root) : await readPortable(client)
  return complete(value, { items: 1, as_of, scope })
})

async function readLinux(root: string): Promise<Load> {
  const [text, stat, cpu, io] = await Promise.all([
    readText(root, '/proc/loadavg'),
    readText(root, '/proc/stat'),
    readDetail(root, '/proc/pressure/cpu'),
    readDetail(root, '/proc/pressure/io'),
  ])
  const match = /^([\d.]+) ([\d.]+) ([\d.]+) (\d+)\/(\d+) /.exec(text)
  if (match === null) throw new SourceError('unusable', { why: 'unparseable' })
  const [load1 = 0, load5 = 0, load15 = 0, runnable = 0, total = 0] = match.slice(1).map(Number)
  const stalls = { cpu: parsePressure(cpu), io: parsePressure(io) }
  return {
    load_1m: load1,
    load_5m: load5,
    load_15m: load15,
    ...perCpu(load1, countCpus(stat)),
    tasks_runnable: runnable,
    tasks_total: total,
    cpu_stalled_percent_10s: stalls.cpu.short,
    cpu_stalled_percent_5m: stalls.cpu.long,
    io_stalled_percent_10s: stalls.io.short,
    io_stalled_percent_5m: stalls.io.long,
  }
}

async function readPortable(client: HostClient): Promise<Load> {
  const [load1 = 0, load5 = 0, load15 = 0] = loadavg()
  const { cores } = await (await client.portable()).cpu()
  return {
    load_1m: load1,
    load_5m: load5,
    load_15m: load15,
    ...perCpu(load1, cores),
    tasks_runnable: null,
    tasks_total: null,
    cpu_stalled_percent_10s: null,
    cpu_stalled_percent_5m: null,
    io_stalled_percent_10s: null,
    io_stalled_percent_5m: null,
  }
}

function perCpu(load: number, cpus: number): Pick<Load, 'cpus' | 'load_1m_per_cpu'> {
  if (cpus === 0) return { cpus: null, load_1m_per_cpu: null }
  return { cpus, load_1m_per_cpu: Math.round((load / cpus) * 100) / 100 }
}
