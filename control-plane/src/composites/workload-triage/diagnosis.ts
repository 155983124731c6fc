import type { Reason } from '../suspects/rank.ts'

// What a triage looks at, as far as it was read.
export type PodFacts = Readonly<{
  name: string
  status: string
  phase: string
  message: string | null
  restarts: number
  ready: boolean
  exit_reason: string | null
  exit_code: number | null
  since: number | null
  e: () => string
}>
export type EventFacts = Readonly<{
  reason: string
  kind: string
  name: string
  message: string
  at: number | null
  e: () => string
}>
export type Facts = Readonly<{
  pods: readonly PodFacts[]
  events: readonly EventFacts[]
  // What the deployment says of itself; null where it was not read or there is none.
  problem: string | null
}>

export const CODES = [
  'healthy',
  'rollout_stuck',
  'probe',
  'crash_on_start',
  'node',
  'volume',
  'evicted',
  'quota',
  'unschedulable',
  'config_missing',
  'image_pull',
  'oom',
  'unexplained',
] as const
export type Code = (typeof CODES)[number]

export type Diagnosis = Readonly<{
  code: Code
  since: number | null
  because: readonly Reason[]
  pod: string | null
}>

type Sign = Readonly<{ code: Code; reason: string; holds: (pod: PodFacts) => boolean }>
type EventSign = Readonly<{ code: Code; reason: string; holds: (event: EventFacts) => boolean }>

// What a pod shows by itself, the plainest first: a pod that was killed for memory also crashes on start.
const POD_SIGNS: readonly Sign[] = [
  {
    code: 'oom',
    reason: 'oom_killed',
    holds: (pod) => pod.exit_reason === 'OOMKilled' || pod.status === 'OOMKilled',
  },
  {
    code: 'image_pull',
    reason: 'image_not_pulled',
    holds: (pod) => /^(ErrImage|ImagePull|InvalidImage)/.test(pod.status),
  },
  {
    code: 'config_missing',
    reason: 'container_not_configured',
    holds: (pod) => /^CreateContainer(Config)?Error$/.test(pod.status),
  },
  { code: 'evicted', reason: 'pod_evicted', holds: (pod) => pod.status === 'Evicted' },
  { code: 'unschedulable', reason: 'no_node_fits', holds: (pod) => pod.status === 'Unschedulable' },
  { code: 'node', reason: 'node_lost', holds: (pod) => pod.status === 'NodeLost' || pod.phase === 'Unknown' },
]

// What events say of the workload or its pods.
const EVENT_SIGNS: readonly EventSign[] = [
  {
    code: 'quota',
    reason: 'quota_exceeded',
    holds: (event) => event.reason === 'FailedCreate' && /quota/i.test(event.message),
  },
  {
    code: 'config_missing',
    reason: 'mount_source_missing',
    holds: (event) => event.reason === 'FailedMount' && /not found/i.test(event.message),
  },
  {
    code: 'volume',
    reason: 'volume_not_mounted',
    holds: (event) => event.reason === 'FailedMount' || event.reason === 'FailedAttachVolume',
  },
  {
    code: 'unschedulable',
    reason: 'scheduling_failed',
    holds: (event) => event.reason === 'FailedScheduling',
  },
  { code: 'evicted', reason: 'pod_evicted', holds: (event) => event.reason === 'Evicted' },
  { code: 'node', reason: 'node_not_ready', holds: (event) => event.reason === 'NodeNotReady' },
]

const PROBE: EventSign = {
  code: 'probe',
  reason: 'probe_failed',
  holds: (event) => event.reason === 'Unhealthy',
}
const CRASHES = /^(CrashLoopBackOff|Error|RunContainerError|StartError|ContainerCannotRun)$/

// The one diagnosis that the signs support best, or null where nothing is wrong in what was read. A workload that is
// not well and shows none of the signs is `unexplained`, never well.
export function diagnose(facts: Facts): Diagnosis | null {
  const bad = facts.pods.filter((pod) => !pod.ready || POD_SIGNS.some((sign) => sign.holds(pod)))
  if (bad.length === 0 && !isWrong(facts.problem)) return null
  return (
    fromPods(bad) ?? fromEvents(facts, bad) ?? fromCrash(facts, bad) ?? fromRollout(facts) ?? unexplained(bad)
  )
}

function isWrong(problem: string | null): boolean {
  return problem !== null && !['rolling_out', 'paused', 'not_observed'].includes(problem)
}

function fromPods(bad: readonly PodFacts[]): Diagnosis | null {
  for (const { code, reason, holds } of POD_SIGNS) {
    const found = bad.filter(holds)
    const [first] = found
    if (first !== undefined)
      return { code, since: oldest(found), because: [{ code: reason, e: first.e() }], pod: first.name }
  }
  return null
}

function fromEvents({ events }: Facts, bad: readonly PodFacts[]): Diagnosis | null {
  for (const { code, reason, holds } of EVENT_SIGNS) {
    const found = events.filter(holds)
    const [first] = found
    if (first === undefined) continue
    const pod = bad.find((one) => one.name === first.name) ?? bad[0]
    const at = found.flatMap((one) => one.at ?? [])
    return {
      code,
      since: at.length > 0 ? Math.min(...at) : oldest(bad),
      because: [{ code: reason, e: first.e() }],
      pod: pod?.name ?? null,
    }
  }
  return null
}

// A container that is killed because its probe fails crashes too: the probe is what it is killed for.
function fromCrash({ events }: Facts, bad: readonly PodFacts[]): Diagnosis | null {
  const probe = events.find(PROBE.holds)
  const crash = bad.find((pod) => CRASHES.test(pod.status))
  const isLiveness = probe !== undefined && /liveness|startup/i.test(probe.message)
  if (probe !== undefined && (crash === undefined || isLiveness))
    return {
      code: 'probe',
      since: probe.at ?? oldest(bad),
      because: [{ code: PROBE.reason, e: probe.e() }],
      pod: probe.name,
    }
  if (crash === undefined) return null
  return {
    code: 'crash_on_start',
    since: oldest(bad),
    because: [{ code: 'crashes_again_and_again', e: crash.e() }],
    pod: crash.name,
  }
}

function fromRollout({ problem }: Facts): Diagnosis | null {
  if (problem !== 'rollout_stuck') return null
  return { code: 'rollout_stuck', since: null, because: [], pod: null }
}

function unexplained(bad: readonly PodFacts[]): Diagnosis {
  const [first] = bad
  return {
    code: 'unexplained',
    since: oldest(bad),
    because: first === undefined ? [] : [{ code: 'not_ready', e: first.e() }],
    pod: first?.name ?? null,
  }
}

function oldest(pods: readonly PodFacts[]): number | null {
  const times = pods.flatMap((pod) => pod.since ?? [])
  return times.length === 0 ? null : Math.min(...times)
}
