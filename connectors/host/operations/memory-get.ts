import { complete, SourceError } from '@vedette/proto/connector'
import { hostMemoryGet } from '@vedette/proto/operations'
import type { z } from 'zod'
import type { HostClient } from '../client.ts'
import { readDetail, readText } from '../files.ts'
import { findNumber, parseColonLines, parsePressure, toBytes } from '../linux/key-values.ts'
import { serveLocal } from './serve-local.ts'

type Memory = z.output<typeof hostMemoryGet.output>

// Serves host.memory.get: one item; what the kernel does not count is null.
export const memoryGet = serveLocal(hostMemoryGet, async ({ client, scope, as_of }) => {
  const value = client.isLinux ? await readLinux(client.root) : await readPortable(client)
  return complete(value, { items: 1, as_of, scope })
})

async function readLinux(root: string): Promise<Memory> {
  const [text, vmstat, pressure] = await Promise.all([
    readText(root, '/proc/meminfo'),
    readDetail(root, '/proc/vmstat'),
    readDetail(root, '/proc/pressure/memory'),
  ])
  const lines = parseColonLines(text)
  const total = toBytes(lines, 'MemTotal')
  if (total === null) throw new SourceError('unusable', { why: 'unparseable' })
  const stalls = parsePressure(pressure)
  return {
    ...toUsed(total, toBytes(lines, 'MemAvailable')),
    free_bytes: toBytes(lines, 'MemFree'),
    buffers_bytes: toBytes(lines, 'Buffers'),
    cached_bytes: toBytes(lines, 'Cached'),
    swap_total_bytes: toBytes(lines, 'SwapTotal'),
    swap_used_bytes: subtract(toBytes(lines, 'SwapTotal'), toBytes(lines, 'SwapFree')),
    stalled_percent_10s: stalls.short,
    stalled_percent_5m: stalls.long,
    oom_kills_since_boot: findNumber(vmstat, 'oom_kill'),
  }
}

async function readPortable(client: HostClient): Promise<Memory> {
  const memory = await (await client.portable()).mem()
  return {
    ...toUsed(memory.total, memory.available),
    free_bytes: memory.free,
    buffers_bytes: memory.buffers,
    cached_bytes: memory.cached,
    swap_total_bytes: memory.swaptotal,
    swap_used_bytes: memory.swapused,
    stalled_percent_10s: null,
    stalled_percent_5m: null,
    oom_kills_since_boot: null,
  }
}

function toUsed(total: number, available: number | null) {
  const used = subtract(total, available)
  const used_percent = used === null || total === 0 ? null : Math.round((used / total) * 1000) / 10
  return { total_bytes: total, available_bytes: available, used_bytes: used, used_percent }
}

function subtract(whole: number | null, part: number | null): number | null {
  return whole === null || part === null ? null : whole - part
}
