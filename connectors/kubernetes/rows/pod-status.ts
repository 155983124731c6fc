import { countAt, flagAt, hasAt, type Json, listAt, numberAt, objectAt, textAt } from '../objects.ts'
import { toExit } from './container.ts'
import { findCondition, toDeletingSince } from './metadata.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
// Words of a pod that is well or on its way.
const QUIET: ReadonlySet<string> = new Set(['Running', 'Completed', 'Succeeded', 'Terminating'])
const STARTING: ReadonlySet<string> = new Set(['Pending', 'ContainerCreating', 'PodInitializing'])

export type Exit = NonNullable<ReturnType<typeof toExit>>

// A pod's condition in the words of kubectl (`NotReady` where it runs and is not ready), whether something is wrong
// with it, and why in the words of whoever knows.
export function toPodStatus(pod: Json, now: number) {
  const status = toWord(pod)
  const last_exit = findLastExit(pod)
  return {
    phase: textAt(pod, 'status.phase') ?? 'Unknown',
    status,
    problem: hasProblem(pod, { status, last_exit, now }),
    message: findMessage(pod),
    restarts: statusesOf(pod).reduce((sum, one) => sum + countAt(one, 'restartCount'), 0),
    last_exit,
  }
}

function toWord(pod: Json): string {
  const phase = textAt(pod, 'status.phase') ?? 'Unknown'
  if (toDeletingSince(pod) !== null)
    return textAt(pod, 'status.reason') === 'NodeLost' ? 'Unknown' : 'Terminating'
  const scheduled = findCondition(pod, 'PodScheduled')
  if (scheduled?.status === 'False') return scheduled.reason ?? 'Unschedulable'
  const initial = toInitWord(pod)
  if (initial !== null) return initial
  const words = listAt(pod, 'status.containerStatuses').map(toContainerWord)
  const bad = words.findLast((word) => word !== null && word !== 'Completed')
  if (bad !== undefined && bad !== null) return bad
  const base = textAt(pod, 'status.reason') ?? phase
  if (phase === 'Running' && findCondition(pod, 'Ready')?.status !== 'True') return 'NotReady'
  if (words.length > 0 && words.every((word) => word === 'Completed')) return 'Completed'
  return base
}

function toContainerWord(status: Json): string | null {
  const waiting = textAt(status, 'state.waiting.reason')
  if (waiting !== null) return waiting
  if (!hasAt(status, 'state.terminated')) return null
  return textAt(status, 'state.terminated.reason') ?? toExitWord(objectAt(status, 'state.terminated'))
}

function toExitWord(ended: Json): string {
  const signal = countAt(ended, 'signal')
  return signal === 0 ? `ExitCode:${countAt(ended, 'exitCode')}` : `Signal:${signal}`
}

// `Init:...` while an init container has not done its work; null once they all have.
function toInitWord(pod: Json): string | null {
  const statuses = listAt(pod, 'status.initContainerStatuses')
  const specs = listAt(pod, 'spec.initContainers')
  for (const [at, one] of statuses.entries()) {
    const isSidecar = specs[at]?.['restartPolicy'] === 'Always'
    if (isSidecar && flagAt(one, 'started')) continue
    if (hasAt(one, 'state.terminated')) {
      if (countAt(one, 'state.terminated.exitCode') === 0) continue
      return `Init:${textAt(one, 'state.terminated.reason') ?? toExitWord(objectAt(one, 'state.terminated'))}`
    }
    const waiting = textAt(one, 'state.waiting.reason')
    if (waiting !== null && waiting !== 'PodInitializing') return `Init:${waiting}`
    return `Init:${at}/${specs.length}`
  }
  return null
}

// Every container's status: init, main and ephemeral.
function statusesOf(pod: Json): readonly Json[] {
  return [...listAt(pod, 'status.initContainerStatuses'), ...listAt(pod, 'status.containerStatuses')]
}

function findLastExit(pod: Json): Exit | null {
  const exits = statusesOf(pod).flatMap((one) => [
    toExit(one, 'lastState.terminated'),
    toExit(one, 'state.terminated'),
  ])
  const ended = exits.filter((one) => one !== null)
  return ended.sort((a, b) => ((a.finished_at ?? '') < (b.finished_at ?? '') ? 1 : -1))[0] ?? null
}

function hasProblem(
  pod: Json,
  facts: Readonly<{ status: string; last_exit: Exit | null; now: number }>,
): boolean {
  const { status, last_exit, now } = facts
  if (textAt(pod, 'status.phase') === 'Succeeded') return false
  const age = (since: string | null) => (since === null ? 0 : now - Date.parse(since))
  const grace = (numberAt(pod, 'metadata.deletionGracePeriodSeconds') ?? 30) * 1000
  if (status === 'Terminating') return age(toDeletingSince(pod)) > grace + 5 * MINUTE_MS
  const isStarting = STARTING.has(status) || /^Init:\d+\/\d+$/.test(status)
  if (isStarting) return age(textAt(pod, 'metadata.creationTimestamp')) > 5 * MINUTE_MS
  if (!QUIET.has(status)) return true
  const failedLately = last_exit !== null && last_exit.exit_code !== 0 && age(last_exit.finished_at) < HOUR_MS
  return failedLately || textAt(pod, 'status.phase') === 'Failed'
}

function findMessage(pod: Json): string | null {
  const said = statusesOf(pod).flatMap(
    (one) => textAt(one, 'state.waiting.message') ?? textAt(one, 'state.terminated.message') ?? [],
  )
  const scheduled = findCondition(pod, 'PodScheduled')
  const ready = findCondition(pod, 'Ready')
  return (
    said.at(-1) ??
    (scheduled?.status === 'False' ? scheduled.message : null) ??
    textAt(pod, 'status.message') ??
    (ready?.status === 'False' ? ready.message : null)
  )
}
