import { serve } from '@vedette/proto/connector'
import { dbReplicationGet } from '@vedette/proto/operations/db'
import type { PostgresClient } from '../client.ts'
import { round, toReading } from '../reading.ts'
import {
  isHiddenReplica,
  type Replica,
  readReplicas,
  readSlots,
  readStandby,
  toOwnLag,
} from '../replication.ts'

// Role, replicas, slots, and a standby's own link as a row named \`this server\`. A lag that is not told is null.
export const replicationGet = serve<
  PostgresClient,
  typeof dbReplicationGet.input,
  typeof dbReplicationGet.output
>(dbReplicationGet, async (client, _input, context) =>
  client.read(context, async (session) => {
    const { in_recovery } = session.identity
    const below = await readReplicas(session)
    const slots = await readSlots(session)
    const standby = in_recovery ? await readStandby(session) : undefined
    const own = standby === undefined ? [] : [toOwnRow(standby)]
    const replicas = [...own, ...below.map(toRow)]
    const isStandbyHidden = standby?.has_receiver === true && standby.status === null
    const value = {
      role: in_recovery ? ('replica' as const) : ('primary' as const),
      replicas,
      slots: slots.map((slot) => ({ ...slot, retained_bytes: slot.retained_bytes })),
      source: standby?.source ?? null,
      own_lag_s: standby === undefined ? null : round(toOwnLag(standby)),
      expected_replicas: null,
    }
    return toReading(value, {
      ...{
        client,
        context,
        session,
        whole: true,
        items: replicas.length + slots.length,
        proof: 'enumerated',
      },
      hidden:
        below.some(isHiddenReplica) || isStandbyHidden
          ? [{ what: { replication: 'state' }, missing: 'pg_read_all_stats' }]
          : [],
    })
  }),
)

function toRow(one: Replica) {
  const state = one.state ?? 'not_told'
  return {
    name: one.name ?? `pid ${one.pid}`,
    address: one.address,
    state,
    healthy: one.state === null ? null : one.state === 'streaming',
    sync: one.sync,
    lag_s: round(one.lag_s),
    lag_bytes: one.lag_bytes,
    error: null,
  }
}

function toOwnRow(standby: Awaited<ReturnType<typeof readStandby>>) {
  const isTold = !standby.has_receiver || standby.status !== null
  const streams = standby.status === 'streaming'
  return {
    name: 'this server',
    address: null,
    state: !isTold ? 'not_told' : standby.has_receiver ? (standby.status ?? 'not_told') : 'stopped',
    healthy: isTold ? streams : null,
    sync: null,
    lag_s: round(toOwnLag(standby)),
    lag_bytes: null,
    error: null,
  }
}
