import { readdir, readlink } from 'node:fs/promises'
import { endianness } from 'node:os'
import type { hostSocketsList } from '@vedette/proto/operations'
import type { z } from 'zod'
import { errnoOf } from '../errors.ts'
import { readDetail, toPath } from '../files.ts'
import { listPids } from './processes.ts'

export type Socket = z.output<typeof hostSocketsList.output>['sockets'][number]
export type Protocol = Socket['protocol']
export type NumberedSocket = Readonly<{ socket: Socket; inode: string }>

const TCP_STATES: Readonly<Record<string, Socket['state']>> = Object.freeze({
  '01': 'established',
  '02': 'syn_sent',
  '03': 'syn_received',
  '04': 'fin_wait_1',
  '05': 'fin_wait_2',
  '06': 'time_wait',
  '07': 'closed',
  '08': 'close_wait',
  '09': 'last_ack',
  '0A': 'listening',
  '0B': 'closing',
  '0C': 'syn_received',
})
const UDP_STATES: Readonly<Record<string, Socket['state']>> = Object.freeze({
  '01': 'established',
  '07': 'unconnected',
})

// Reads one of /proc/net/{tcp,tcp6,udp,udp6}; its heading and blank lines are left out.
export function parseSockets(
  text: string,
  protocol: Protocol,
  users: ReadonlyMap<string, string>,
): readonly NumberedSocket[] {
  const states = protocol.startsWith('tcp') ? TCP_STATES : UDP_STATES
  return text.split('\n').flatMap((line) => {
    const [number, local, remote, state, , , , uid, , inode] = line.trim().split(/\s+/)
    if (number === undefined || !/^\d+:$/.test(number) || local === undefined || remote === undefined)
      return []
    const here = toEnd(local)
    const there = toEnd(remote)
    const isOpen = there.port !== 0
    const socket: Socket = {
      protocol,
      state: states[state ?? ''] ?? 'other',
      local_address: here.address,
      local_port: here.port,
      remote_address: isOpen ? there.address : null,
      remote_port: isOpen ? there.port : null,
      user: uid === undefined ? null : (users.get(uid) ?? uid),
      pid: null,
      process: null,
    }
    return [{ socket, inode: inode ?? '0' }]
  })
}

// `0100007F:1F90` to 127.0.0.1 and 8080: the kernel writes each 32-bit word in the machine's own byte order.
function toEnd(text: string): Readonly<{ address: string; port: number }> {
  const [hex = '', port = '0'] = text.split(':')
  const bytes = Buffer.from(hex, 'hex')
  if (endianness() === 'LE') bytes.swap32()
  return { address: bytes.length === 4 ? bytes.join('.') : toIpv6(bytes), port: Number.parseInt(port, 16) }
}

function toIpv6(bytes: Buffer): string {
  const isMapped = bytes.subarray(0, 10).every((byte) => byte === 0) && bytes.readUInt16BE(10) === 0xffff
  if (isMapped) return `::ffff:${bytes.subarray(12).join('.')}`
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

export type Owners = Readonly<{
  byInode: ReadonlyMap<string, Readonly<{ pid: number; process: string | null }>>
  // Processes whose open files we may not see.
  refused: number
}>

// Finds which process holds each socket, by the open files of all processes.
export async function readOwners(root: string): Promise<Owners> {
  const byInode = new Map<string, { pid: number; process: string | null }>()
  let refused = 0
  for (const pid of await listPids(root)) {
    const inodes = await listSocketInodes(root, pid)
    if (inodes === 'refused') refused++
    else if (inodes.length > 0) {
      const name = (await readDetail(root, `/proc/${pid}/comm`))?.trim() ?? null
      for (const inode of inodes) byInode.set(inode, { pid: Number(pid), process: name })
    }
  }
  return { byInode, refused }
}

async function listSocketInodes(root: string, pid: string): Promise<readonly string[] | 'refused'> {
  const folder = toPath(root, `/proc/${pid}/fd`)
  try {
    const links = await Promise.all(
      (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => '')),
    )
    return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [])
  } catch (error) {
    return ['EACCES', 'EPERM'].includes(errnoOf(error)) ? 'refused' : []
  }
}
