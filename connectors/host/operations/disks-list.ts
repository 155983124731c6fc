import { sliceByKey, toSliceReading } from '@vedette/connectors/kit'
import { type CallContext, partialOf, SourceError } from '@vedette/proto/connector'
import { hostDisksList } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { HostClient } from '../client.ts'
import { readText, toPath } from '../files.ts'
import { isRemote, type Mount, parseMountInfo, selectMounts } from '../linux/mounts.ts'
import type { FileSystemFacts } from '../ports.ts'
import { serveLocal } from './serve-local.ts'

type Disk = z.output<typeof hostDisksList.output>['disks'][number]
type Seen = Readonly<{
  disks: readonly Disk[]
  unread: readonly Readonly<{ mount: string; error: SourceError }>[]
}>

// Serves host.disks.list: the sizes that df gives; a mount that cannot be asked is a part of its own.
export const disksList = serveLocal(hostDisksList, async ({ client, input, context, scope, as_of }) => {
  const { disks, unread } = client.isLinux ? await readLinux(client, context) : await readPortable(client)
  const wanted = disks.filter((disk) => (disk.used_percent ?? 0) >= (input.threshold ?? 0))
  const slice = sliceByKey(wanted, (disk) => [disk.mount], input)
  const value = { disks: [...slice.rows] }
  const missing = unread.map(
    ({ mount, error }): Part => ({ scope: { ...scope, mount }, state: error.state, ...error.carried }),
  )
  if (disks.length === 0 && missing.length > 0) return partialOf(value, missing)
  const reading = toSliceReading(value, slice, { as_of, proof: 'enumerated', scope })
  return missing.length === 0 ? reading : partialOf(value, [...reading.parts, ...missing])
})

async function readLinux(client: HostClient, context: CallContext): Promise<Seen> {
  const mounts = selectMounts(parseMountInfo(await readText(client.root, `${client.self}/mountinfo`)))
  const disks: Disk[] = []
  const unread: { mount: string; error: SourceError }[] = []
  const ask = async (one: Mount) => {
    try {
      const facts = await client.mounts.read(toPath(client.root, one.mount), one.mount, context)
      if (facts.blocks > 0) disks.push(toDisk(one, facts))
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      unread.push({ mount: one.mount, error })
    }
  }
  await Promise.all(mounts.filter((one) => !isRemote(one)).map(ask))
  // One after another: a few dead servers must not take all threads.
  for (const one of mounts.filter(isRemote)) await ask(one)
  return { disks, unread: unread.toSorted((a, b) => (a.mount < b.mount ? -1 : 1)) }
}

function toDisk(one: Mount, { frsize, blocks, bfree, bavail }: FileSystemFacts): Disk {
  return {
    mount: one.mount,
    device: one.device,
    type: one.type,
    size_bytes: blocks * frsize,
    used_bytes: (blocks - bfree) * frsize,
    available_bytes: bavail * frsize,
    used_percent: toUsedPercent(blocks - bfree, bavail),
    read_only: one.readOnly,
  }
}

async function readPortable(client: HostClient): Promise<Seen> {
  const si = await client.portable()
  const disks = (await si.fsSize()).map(
    (one): Disk => ({
      mount: one.mount,
      device: one.fs,
      type: one.type,
      size_bytes: one.size,
      used_bytes: one.used,
      available_bytes: one.available,
      used_percent: toUsedPercent(one.used, one.available),
      read_only: one.rw === null ? null : !one.rw,
    }),
  )
  return { disks, unread: [] }
}

// Of what ordinary users can have, rounded up: reserved blocks count as neither used nor available.
function toUsedPercent(used: number, available: number): number | null {
  return used + available > 0 ? Math.ceil((used * 100) / (used + available)) : null
}
