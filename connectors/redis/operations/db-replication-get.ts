import { complete, type Reading, SourceError, serve } from '@vedette/proto/connector'
import { dbReplicationGet } from '@vedette/proto/operations/db'
import type { RedisClient } from '../client.ts'
import { getNumber, getRole, getText, type Info, readInfo, toNumber } from '../info.ts'
import { toFacts } from '../reading.ts'

type Replica = Readonly<{
  name: string
  address: string | null
  state: string
  healthy: boolean | null
  sync: string | null
  lag_s: number | null
  lag_bytes: number | null
  error: string | null
}>

// A primary's replicas, and a replica's own link as a row named `this server`. Zero replicas are proved by the
// server's own count.
export const dbReplicationRedis = serve<
  RedisClient,
  typeof dbReplicationGet.input,
  typeof dbReplicationGet.output
>(dbReplicationGet, async (client, _input, context) =>
  client.run(context, async (command): Promise<Reading<ReturnType<typeof toValue>>> => {
    const value = toValue(await readInfo(command, 'replication'))
    return complete(value, { items: value.replicas.length, proof: 'enumerated', ...toFacts(client, context) })
  }),
)

function toValue(info: Info) {
  const role = getRole(info)
  const count = getNumber(info, 'replication', 'connected_slaves')
  if (role === 'unknown' || count === null) throw new SourceError('unusable', { why: 'schema_mismatch' })
  const head = getNumber(info, 'replication', 'master_repl_offset')
  const below = Array.from({ length: count }, (_, index) => toReplica(info, index, head))
  return {
    role,
    replicas: role === 'replica' ? [toOwnLink(info), ...below] : below,
    slots: null,
    source: toSource(info),
    // Redis does not say how far a replica is behind in time.
    own_lag_s: null,
    expected_replicas: null,
  }
}

// `slave0:ip=10.0.0.2,port=6379,state=online,offset=140,lag=1`
function toReplica(info: Info, index: number, head: number | null): Replica {
  const line = getText(info, 'replication', `slave${index}`)
  if (line === null) throw new SourceError('unusable', { why: 'schema_mismatch' })
  const fields = new Map(
    line.split(',').map((pair) => [pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1)]),
  )
  const state = fields.get('state') ?? 'unknown'
  const offset = toNumber(fields.get('offset'))
  const isOnline = state === 'online'
  const address = `${fields.get('ip') ?? '?'}:${fields.get('port') ?? '?'}`
  return {
    name: address,
    address,
    state: isOnline ? 'streaming' : state,
    healthy: isOnline,
    sync: 'async',
    // Seconds since it last acknowledged; a replica that is not online has none.
    lag_s: isOnline ? toNumber(fields.get('lag')) : null,
    lag_bytes: isOnline && head !== null && offset !== null ? Math.max(0, head - offset) : null,
    error: null,
  }
}

function toOwnLink(info: Info): Replica {
  const link = getText(info, 'replication', 'master_link_status')
  const isSyncing = getText(info, 'replication', 'master_sync_in_progress') === '1'
  const up = link === 'up' && !isSyncing
  return {
    name: 'this server',
    address: null,
    state: up ? 'streaming' : isSyncing ? 'catchup' : 'stopped',
    healthy: link === null ? null : up,
    sync: 'async',
    lag_s: null,
    lag_bytes: null,
    error: null,
  }
}

function toSource(info: Info): string | null {
  const host = getText(info, 'replication', 'master_host')
  const port = getText(info, 'replication', 'master_port')
  return host === null || port === null ? null : `${host}:${port}`
}
