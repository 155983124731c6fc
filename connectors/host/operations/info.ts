import { arch } from 'node:os'
import { toRfc3339 } from '@vedette/connectors/kit'
import { complete } from '@vedette/proto/connector'
import { hostInfo } from '@vedette/proto/operations'
import type { z } from 'zod'
import { type HostClient, readHostname } from '../client.ts'
import { readDetail, readText } from '../files.ts'
import { findNumber, parseColonLines, toBytes } from '../linux/key-values.ts'
import { serveLocal } from './serve-local.ts'

type Info = z.output<typeof hostInfo.output>

// Serves host.info: one item; a detail that cannot be read is null.
export const info = serveLocal(hostInfo, async ({ client, context, scope, as_of }) => {
  const now = context.clock.now()
  const value = client.isLinux ? await readLinux(client.root, now) : await readPortable(client, now)
  return complete(value, { items: 1, as_of, scope })
})

async function readLinux(root: string, now: number): Promise<Info> {
  const [hostname, memory, stat, release, kernel, cpus, model, timezone] = await Promise.all([
    readHostname(root),
    readText(root, '/proc/meminfo'),
    readText(root, '/proc/stat'),
    readDetail(root, '/etc/os-release'),
    readDetail(root, '/proc/sys/kernel/osrelease'),
    readDetail(root, '/proc/cpuinfo'),
    readDetail(root, '/sys/class/dmi/id/product_name'),
    readDetail(root, '/etc/timezone'),
  ])
  return {
    hostname,
    os: /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(release ?? '')?.[1] ?? null,
    kernel: kernel?.trim() ?? null,
    architecture: arch(),
    cpus: countCpus(stat),
    cpu_model: /^model name\s*: (.+)$/m.exec(cpus ?? '')?.[1] ?? null,
    memory_bytes: toBytes(parseColonLines(memory), 'MemTotal'),
    model: model?.trim() ?? null,
    ...toUptime(findNumber(stat, 'btime'), now),
    timezone: timezone?.trim() ?? null,
  }
}

async function readPortable(client: HostClient, now: number): Promise<Info> {
  const si = await client.portable()
  const [os, cpu, memory, system] = await Promise.all([si.osInfo(), si.cpu(), si.mem(), si.system()])
  const { uptime, timezone } = si.time()
  return {
    hostname: os.hostname,
    os: `${os.distro} ${os.release}`,
    kernel: os.kernel,
    architecture: os.arch,
    cpus: cpu.cores,
    cpu_model: `${cpu.manufacturer} ${cpu.brand}`,
    memory_bytes: memory.total,
    model: system.model === '' ? null : system.model,
    ...toUptime(Math.round(now / 1000 - uptime), now),
    timezone,
  }
}

// Logical processors that are online, from /proc/stat.
export function countCpus(stat: string): number {
  return stat.match(/^cpu\d+ /gm)?.length ?? 0
}

function toUptime(bootedAt: number | null, now: number): Pick<Info, 'booted_at' | 'uptime_seconds'> {
  if (bootedAt === null) return { booted_at: null, uptime_seconds: null }
  return { booted_at: toRfc3339(bootedAt * 1000), uptime_seconds: Math.round(now / 1000 - bootedAt) }
}
