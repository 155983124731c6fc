import { sliceByKey, toSliceReading } from '@vedette/connectors/kit'
import { partialOf, SourceError } from '@vedette/proto/connector'
import { hostSocketsList } from '@vedette/proto/operations'
import type { HostClient } from '../client.ts'
import { readDetail, readOptional, readText } from '../files.ts'
import { parseUsers } from '../linux/key-values.ts'
import { type NumberedSocket, parseSockets, readOwners } from '../linux/sockets.ts'
import { serveLocal } from './serve-local.ts'

// Serves host.sockets.list; owners that may not be seen are a forbidden part.
export const socketsList = serveLocal(hostSocketsList, async ({ client, input, scope, as_of }) => {
  if (!client.isLinux) throw new SourceError('not_served', { why: 'no_socket_table' })
  const all = await readSockets(client)
  const wanted = all.filter(
    ({ socket }) =>
      (input.state === undefined || socket.state === input.state) &&
      (input.port === undefined || socket.local_port === input.port || socket.remote_port === input.port),
  )
  const slice = sliceByKey(wanted, toKey, input)
  const owners = input.owners ? await readOwners(client.root) : undefined
  const value = {
    sockets: slice.rows.map(({ socket, inode }) => ({ ...socket, ...owners?.byInode.get(inode) })),
  }
  const reading = toSliceReading(value, slice, { as_of, proof: 'enumerated', scope })
  if (owners === undefined || owners.refused === 0) return reading
  const missing = 'read /proc/<pid>/fd of all users'
  return partialOf(value, [
    ...reading.parts,
    { scope: { ...scope, part: 'owners' }, state: 'forbidden', missing },
  ])
})

async function readSockets({ root, self }: HostClient): Promise<readonly NumberedSocket[]> {
  const users = parseUsers(await readDetail(root, '/etc/passwd'))
  // A host without IPv6 has no such tables; without IPv4 tables there is nothing to trust.
  const [tcp, udp, tcp6, udp6] = await Promise.all([
    readText(root, `${self}/net/tcp`),
    readText(root, `${self}/net/udp`),
    readOptional(root, `${self}/net/tcp6`),
    readOptional(root, `${self}/net/udp6`),
  ])
  return [
    ...parseSockets(tcp, 'tcp', users),
    ...parseSockets(tcp6 ?? '', 'tcp6', users),
    ...parseSockets(udp, 'udp', users),
    ...parseSockets(udp6 ?? '', 'udp6', users),
  ]
}

function toKey({ socket, inode }: NumberedSocket) {
  const { protocol, local_port, local_address, remote_address, remote_port } = socket
  return [protocol, local_port ?? 0, local_address, remote_address ?? '', remote_port ?? 0, inode]
}
