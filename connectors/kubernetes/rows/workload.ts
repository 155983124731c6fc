import { countAt, flagAt, type Json, numberAt } from '../objects.ts'
import { annotationOf, type Condition, findCondition } from './metadata.ts'

const REVISION = 'deployment.kubernetes.io/revision'
const CHANGE_CAUSE = 'kubernetes.io/change-cause'

// The revision that the deployment controller numbers; null when it has none yet.
export function toRevision(object: Json): string | null {
  return annotationOf(object, REVISION)
}

// Why the last change was made, where somebody wrote it down.
export function toChangeCause(object: Json): string | null {
  return annotationOf(object, CHANGE_CAUSE)
}

// Tells whether the controller has seen the current spec; until then its numbers are of the one before.
export function isObserved(object: Json): boolean {
  return countAt(object, 'status.observedGeneration') >= countAt(object, 'metadata.generation')
}

// Replicas that a spec asks for; one when it does not say.
export function toDesired(object: Json): number {
  return numberAt(object, 'spec.replicas') ?? 1
}

// A deployment's replicas, what is wrong with it, and what the condition behind says.
export function toDeploymentState(object: Json) {
  const desired = toDesired(object)
  const numbers = {
    desired,
    ready: countAt(object, 'status.readyReplicas'),
    updated: countAt(object, 'status.updatedReplicas'),
    available: countAt(object, 'status.availableReplicas'),
  }
  const { problem, because } = findDeploymentProblem(object, numbers)
  return { ...numbers, problem, message: because?.message ?? null }
}

type Numbers = Readonly<{ desired: number; updated: number; available: number }>
type Finding = Readonly<{ problem: string | null; because?: Condition | undefined }>

function findDeploymentProblem(object: Json, numbers: Numbers): Finding {
  const { desired, updated, available } = numbers
  const progressing = findCondition(object, 'Progressing')
  const failure = findCondition(object, 'ReplicaFailure')
  if (!isObserved(object)) return { problem: 'not_observed' }
  if (failure?.status === 'True') return { problem: 'replica_failure', because: failure }
  if (progressing?.status === 'False') return { problem: 'rollout_stuck', because: progressing }
  if (available < desired) {
    const isRolling = updated < desired && progressing?.reason === 'ReplicaSetUpdated'
    return { problem: isRolling ? 'rolling_out' : 'unavailable', because: findCondition(object, 'Available') }
  }
  if (updated < desired) {
    if (flagAt(object, 'spec.paused')) return { problem: 'paused' }
    return { problem: 'rolling_out', because: progressing }
  }
  return { problem: flagAt(object, 'spec.paused') ? 'paused' : null }
}
