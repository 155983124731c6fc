import { toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'
import type { Part, Scope } from '@vedette/proto/visibility'
import type { LogLine, LogSeen, Run } from './logs.ts'
import { countAt, hasAt, type Json, listAt, nameAt, textAt } from './objects.ts'
import { toName } from './rows/metadata.ts'

// A log to read, or what is known of it without reading.
export type Planned = Readonly<{
  container: string
  run: Run
  known?: 'never_restarted' | 'ended_before' | 'not_started'
}>

const LISTS = [
  ['spec.initContainers', 'status.initContainerStatuses'],
  ['spec.containers', 'status.containerStatuses'],
] as const

// The logs of a pod that a question needs: the current run of each container, and the run before it after a restart.
// Throws ArgumentError for a container that the pod does not have.
export function planRuns(
  pod: Json,
  asked: Readonly<{ container?: string | undefined; previous?: boolean | undefined; from: number }>,
): readonly Planned[] {
  const containers = LISTS.flatMap(([specs, statuses]) => {
    const known = new Map(listAt(pod, statuses).map((one) => [nameAt(one, 'name'), one]))
    return listAt(pod, specs).map((one) => {
      const name = nameAt(one, 'name')
      return { name, status: known.get(name) ?? {} }
    })
  })
  const wanted = containers.filter((one) => asked.container === undefined || one.name === asked.container)
  if (wanted.length === 0) throw toNoContainer(containers.map((one) => one.name))
  return wanted.flatMap(({ name, status }) => {
    const previous = {
      container: name,
      run: 'previous',
      ...toKnown(toPreviousKnown(status, asked.from)),
    } as const
    const current = {
      container: name,
      run: 'current',
      ...toKnown(toCurrentKnown(status, asked.from)),
    } as const
    if (asked.previous === true) return [previous]
    const hasRestarted = countAt(status, 'restartCount') > 0
    return asked.previous === undefined && hasRestarted ? [previous, current] : [current]
  })
}

function toKnown(known: Planned['known']): Pick<Planned, 'known'> {
  return known === undefined ? {} : { known }
}

function toPreviousKnown(status: Json, from: number): Planned['known'] {
  if (countAt(status, 'restartCount') === 0) return 'never_restarted'
  return endedBefore(status, 'lastState.terminated.finishedAt', from) ? 'ended_before' : undefined
}

function toCurrentKnown(status: Json, from: number): Planned['known'] {
  const isWaiting = !hasAt(status, 'state.running') && !hasAt(status, 'state.terminated')
  // Between two runs the kubelet still serves the log of the last one.
  if (isWaiting && countAt(status, 'restartCount') === 0) return 'not_started'
  return endedBefore(status, 'state.terminated.finishedAt', from) ? 'ended_before' : undefined
}

function endedBefore(status: Json, path: string, from: number): boolean {
  return Date.parse(textAt(status, path) ?? '') < from
}

// The part of a log that need not be read: a run that ended before the window, or never was, wrote nothing in it;
// a container that has not started has no log yet.
export function toKnownPart(scope: Scope, pod: Json, planned: Planned, now: number): Part {
  const { namespace, name } = toName(pod)
  const where = { ...scope, namespace, pod: name, container: planned.container, run: planned.run }
  const as_of = toRfc3339(now)
  if (planned.known === 'not_started')
    return { scope: where, state: 'unproven', items: 0, why: 'container_not_started', as_of }
  return { scope: where, state: 'empty', items: 0, proof: 'existence_checked', as_of }
}

// The newest lines over all logs, oldest first; a log of which lines had to be left out is cut.
export function mergeLines<T>(
  seen: readonly Readonly<{ plan: T; log: LogSeen }>[],
  limit: number,
): Readonly<{ lines: readonly (LogLine & Readonly<{ plan: T }>)[]; parts: readonly Part[] }> {
  const all = seen.flatMap(({ plan, log }) => log.lines.map((line) => ({ ...line, plan })))
  const sorted = all.toSorted((a, b) =>
    (a.at ?? '') < (b.at ?? '') ? -1 : (a.at ?? '') > (b.at ?? '') ? 1 : 0,
  )
  const lines = sorted.slice(-limit)
  const shown = new Map<T, number>()
  for (const line of lines) shown.set(line.plan, (shown.get(line.plan) ?? 0) + 1)
  const parts = seen.map(({ plan, log: { part, lines: own } }): Part => {
    if (part.state !== 'read' || (shown.get(plan) ?? 0) === own.length) return part
    const { scope, as_of } = part
    return {
      scope,
      state: 'truncated',
      cap: 'rows',
      at_least: own.length,
      ...(as_of === undefined ? {} : { as_of }),
    }
  })
  return { lines, parts }
}

function toNoContainer(names: readonly string[]): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field: 'container',
    message: 'the pod has no such container',
    fix: `use one of ${names.slice(0, 20).join(', ')}`,
  })
}
