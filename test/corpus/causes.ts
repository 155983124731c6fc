import type { Random } from '../faults/lab/random.ts'
import type { CauseKind } from './incident.ts'
import { action, alert, deploy, event } from './parts.ts'

type More = Readonly<Record<string, unknown>>

/** What a cause leaves behind in each source, and how a careful reader would name it. */
export type Trace = Readonly<{
  deploys?: readonly More[]
  events?: readonly More[]
  audit?: readonly More[]
  active?: readonly More[]
  flags?: readonly More[]
  /** Traffic rises to this many times its level, so many minutes before the onset. */
  traffic?: Readonly<{ times: number; minutes: number }>
  /** The same change was made in every cluster, and only one shows the symptom. */
  isEverywhere?: boolean
  kinds: readonly CauseKind[]
  /** Minutes before the present at which it was done. */
  at: number
  within_s: number
  story: string
}>

export type Place = Readonly<{
  random: Random
  service: string
  ns: string
  cluster: string
  callee: string
  /** Minutes before the present at which the symptom began. */
  onset: number
}>

/** Kinds of cause that the correlation of deploys has a source for. */
export const SEEN_BY_DEPLOYS: readonly CauseKind[] = Object.freeze(['deploy', 'config', 'cloud', 'cert'])

/** One cause of a kind, done shortly before the symptom began. */
export function toTrace(kind: CauseKind, place: Place): Trace {
  const { random, service, ns, cluster, callee, onset } = place
  // Most causes act at once; a leak or a slow rollout takes up to an hour.
  const lag = random.chance(0.75) ? random.between(1, 14) + random.next() : random.between(20, 55)
  const at = onset + lag
  const found = { kinds: [kind], at, within_s: 90 }
  switch (kind) {
    case 'deploy':
      return {
        ...found,
        deploys: [deploy(service, at, random.chance(0.5) ? { namespace: ns, cluster } : {})],
        story: `a new version of ${service} fails`,
      }
    case 'config':
      return {
        ...found,
        deploys: [deploy(service, at, { namespace: ns, version: '2.0.9', kind: 'rollout' })],
        story: `a changed setting of ${service}, the version stays`,
      }
    case 'scale':
      return {
        ...found,
        events: [
          event('SuccessfulRescale', at, {
            ...{ type: 'Normal', kind: 'HorizontalPodAutoscaler', name: service, namespace: ns },
            message: 'New size: 2; reason: All metrics below target',
          }),
        ],
        story: `${service} is scaled down too far`,
      }
    case 'node': {
      const near = onset + 1 + random.next() * 4
      return {
        ...{ ...found, at: near },
        events: [
          event(random.pick(['NodeNotReady', 'NodeHasDiskPressure', 'Rebooted']), near, {
            kind: 'Node',
            name: `ip-10-0-${random.int(200)}-7`,
            message: 'node status is now: not ready',
          }),
        ],
        story: `a node under ${service} goes away`,
      }
    }
    case 'dependency': {
      const near = onset + 3 + random.next() * 8
      const isDeploy = random.chance(0.5)
      return {
        ...{ ...found, at: near, kinds: isDeploy ? ['deploy'] : ['dependency'] },
        ...(isDeploy
          ? { deploys: [deploy(callee, near)] }
          : { active: [alert('CalleeErrors', near, { service: callee, namespace: 'data' })] }),
        story: `${callee}, which ${service} calls, fails first`,
      }
    }
    case 'traffic': {
      const minutes = random.between(5, 12)
      return {
        ...{ ...found, at: onset + minutes, within_s: 300 },
        traffic: { times: 2 + random.next() * 2, minutes },
        story: `more traffic than ${service} can take`,
      }
    }
    case 'quota':
      return {
        ...found,
        events: [
          event('FailedCreate', at, {
            ...{ kind: 'ReplicaSet', name: `${service}-6d5f9c7b8`, namespace: ns },
            message: `pods "${service}" is forbidden: exceeded quota: compute`,
          }),
        ],
        story: `the quota of ${ns} keeps ${service} from growing`,
      }
    case 'cert':
      return {
        ...found,
        audit: [
          action(
            'DeleteCertificate',
            `arn:aws:acm:eu-west-1:111122223333:certificate/${random.pick([service, '9b1f-44c2'])}`,
            at,
            {
              service: 'acm',
            },
          ),
        ],
        story: `the certificate of ${service} is gone`,
      }
    case 'cloud':
      return {
        ...found,
        audit: [
          action(
            random.pick(['ModifyDBInstance', 'RevokeSecurityGroupIngress', 'ModifyLoadBalancerAttributes']),
            service,
            at,
          ),
        ],
        story: `a change in the cloud under ${service}`,
      }
  }
}

/** Something louder than the cause: nearer to people's eyes, and innocent. */
export function toHerring(place: Place): Trace {
  const { random, service, ns, onset } = place
  const base = { kinds: [] as CauseKind[], within_s: 0 }
  switch (random.int(7)) {
    case 0: {
      const at = onset + random.between(150, 230)
      return {
        ...base,
        at,
        deploys: [deploy(service, at, { namespace: ns })],
        story: `a large deploy of ${service} hours before`,
      }
    }
    case 1: {
      const at = onset + random.next() * 2
      return {
        ...base,
        at,
        deploys: [deploy('billing', at, { namespace: 'finance' })],
        story: 'a deploy of another service at the very moment',
      }
    }
    case 2: {
      const at = Math.max(1, onset - random.between(5, 15))
      return {
        ...base,
        at,
        deploys: [deploy(service, at, { namespace: ns })],
        story: `a hasty fix of ${service} after the trouble began`,
      }
    }
    case 3: {
      const at = onset + 2
      return {
        ...base,
        at,
        deploys: Array.from({ length: 8 }, (_, n) =>
          deploy(`batch-${n}`, at + n / 2, { namespace: 'batch' }),
        ),
        story: 'a storm of deploys elsewhere',
      }
    }
    case 4: {
      const at = onset + random.between(16, 45)
      return {
        ...base,
        at,
        deploys: [deploy(service, at, { namespace: ns })],
        story: `an innocent deploy of ${service} not long before`,
      }
    }
    case 5: {
      const at = onset + random.between(12, 30)
      const deploys = ['eu-1', 'us-1', 'ap-1'].map((cluster) =>
        deploy(service, at, { cluster, namespace: ns }),
      )
      return {
        ...base,
        at,
        deploys,
        isEverywhere: true,
        story: `a deploy of ${service} to every cluster, of which one suffers`,
      }
    }
    default: {
      const at = onset + 1
      return {
        ...base,
        at,
        audit: [action('TerminateInstances', 'i-0abc', at, { summary: 'critical: 40 instances' })],
        story: 'a loud action in the cloud that touches another fleet',
      }
    }
  }
}
