import type { CallRequest, CallResult } from '@vedette/control-plane/bus'
import { createDispatch } from '@vedette/control-plane/dispatch'
import { createWorld, type RecordedRead } from '../../control-plane/testing/world.ts'
import type { Incident } from './incident.ts'
import { NOW } from './parts.ts'

const CLUSTERS = 30
const ACCOUNTS = 15

/** The incident in a fleet of 30 clusters and 15 accounts in which everybody answers. */
export function toHealthyFleet({ world }: Pick<Incident, 'world'>, pods = 30): readonly RecordedRead[] {
  const whole = world.reads.filter((read) => read.state === undefined)
  const kube = whole.filter((read) => read.connector === 'kubernetes')
  const cloud = whole.filter((read) => read.connector === 'aws')
  const own = kube[0]?.scope?.['cluster'] ?? 'eu-1'
  const clusters = Array.from({ length: CLUSTERS }, (_, at) => (at === 0 ? own : `cluster-${at}`))
  return [
    ...whole.filter((read) => read.connector !== 'kubernetes' && read.connector !== 'aws'),
    ...clusters.flatMap((cluster) => [
      ...kube.map((read) => (cluster === own ? read : toQuiet(read, cluster))),
      ...toInventory(cluster, pods),
    ]),
    ...Array.from({ length: ACCOUNTS }, (_, at) => `4444555566${String(at).padStart(2, '0')}`).flatMap(
      (account, at) =>
        cloud.map((read) =>
          at === 0 ? read : { ...toEmpty(read), scope: { account }, instance: `aws-${account}` },
        ),
    ),
  ]
}

function toQuiet(read: RecordedRead, cluster: string): RecordedRead {
  return { ...toEmpty(read), agent: `agent-${cluster}`, scope: { cluster } }
}

function toEmpty(read: RecordedRead): RecordedRead {
  const value = Object.fromEntries(
    Object.entries(read.value as object).map(([key, one]) => [
      key,
      Array.isArray(one) && key !== 'trails' ? [] : one,
    ]),
  )
  return { ...read, items: 0, value: 'total' in value ? { ...value, total: 0 } : value }
}

function toInventory(cluster: string, pods: number): readonly RecordedRead[] {
  const at = { agent: `agent-${cluster}`, connector: 'kubernetes', scope: { cluster } }
  return [
    {
      ...at,
      operation: 'k8s.pods.list',
      items: pods,
      value: { pods: Array.from({ length: pods }, (_, n) => toPod(n)), by_status: { Running: pods } },
    },
  ]
}

function toPod(n: number) {
  return {
    namespace: `team-${n % 5}`,
    name: `service-${n}-7d9f8b6c5-x${n}`,
    phase: 'Running',
    status: 'Running',
    problem: false,
    message: null,
    ready_containers: 1,
    containers: 1,
    restarts: 0,
    last_exit: null,
    node: `node-${n % 9}`,
    owner: { kind: 'ReplicaSet', name: `service-${n}-7d9f8b6c5` },
    images: [`registry.test/service-${n}:2.1`],
    ip: null,
    created_at: NOW,
    deleting_since: null,
  }
}

/** A fleet that answers as recorded, asked by the real dispatch with its sweeps and its limits. */
export function createHealthyFleet(reads: readonly RecordedRead[]) {
  const { fleet, clock } = createWorld({ now: NOW, reads })
  const callAgent = async (call: CallRequest): Promise<CallResult> => {
    const read = reads.find((one) => isMeant(one, call))
    if (read === undefined) return { kind: 'lost', part: { scope: {}, state: 'unusable', why: 'internal' } }
    const items = read.items ?? 1
    const part =
      items === 0
        ? ({ scope: {}, state: 'empty', items: 0, proof: 'enumerated', as_of: NOW } as const)
        : ({ scope: {}, state: 'read', items, as_of: NOW } as const)
    const meta = { redacted: {}, vendor_calls: 1, took_ms: 1, body_sha256: '0' }
    return { kind: 'answered', parts: [part], body: read.value, meta }
  }
  return { fleet, clock, dispatch: createDispatch({ fleet, callAgent, clock, tick_ms: 10_000 }) }
}

function isMeant(read: RecordedRead, call: CallRequest): boolean {
  const isAsked = Object.entries(read.when ?? {}).every(
    ([key, value]) => JSON.stringify(call.arguments[key]) === JSON.stringify(value),
  )
  const instance = read.instance ?? read.connector
  return (
    read.operation === call.operation &&
    `id-${read.agent}` === call.agent &&
    instance === call.instance &&
    isAsked
  )
}
