import type { Clock } from '@vedette/proto/clock'
import { MAX_ACCOUNTS } from '@vedette/proto/scope'
import { unseen } from '@vedette/proto/visibility'
import type { InstanceRead, ReadRequest, ReadResult } from '../dispatch/types.ts'
import { RoutingError } from '../dispatch/types.ts'

export type SweepFacts = Readonly<{
  clock: Pick<Clock, 'monotonic'>
  // Milliseconds that the read may take in all.
  budget_ms: number
  // Puts the question once, within so many milliseconds; nothing where nobody answers for it.
  ask(request: ReadRequest, budget_ms: number): Promise<ReadResult | undefined>
}>

// Of the read's time, what must be left for a second sweep.
const SECOND_SHARE = 0.5

// Puts a question, and where the sweep left accounts out makes the call that reads them, once and only while half of
// the time is left: 24 accounts at most, 12 at a time. What neither sweep took stays capped, with the call that reads
// it. Throws RoutingError as the first question does.
export async function sweepOn(request: ReadRequest, facts: SweepFacts): Promise<ReadResult | undefined> {
  const { clock, budget_ms, ask } = facts
  const begun = clock.monotonic()
  const first = await ask(request, budget_ms)
  const accounts = first === undefined ? null : accountsLeft(first)
  const left = budget_ms - (clock.monotonic() - begun)
  if (first === undefined || accounts === null || left < budget_ms * SECOND_SHARE) return first
  const routing = { ...request.routing, account: accounts }
  const second = await askQuietly({ ...request, routing }, { ...facts, budget_ms: left })
  return second === undefined ? first : joinSweeps(first, second)
}

// Names that the first question did not use may be gone by now: then the accounts stay left out.
async function askQuietly(request: ReadRequest, { ask, budget_ms }: SweepFacts) {
  try {
    return await ask(request, budget_ms)
  } catch (error) {
    if (error instanceof RoutingError) return undefined
    throw error
  }
}

// The accounts that one `next` call would read; null where none was left out.
function accountsLeft({ request, instances }: ReadResult): readonly string[] | null {
  if (request.operation.scope !== 'account') return null
  const next = instances.flatMap(({ outcome }) => outcome.sources.flatMap((source) => source.next ?? []))[0]
  const names = next?.args['account']
  return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : null
}

// Both sweeps as one read: what was left out and then read stands once, as it was read; what is left out still names
// the call that reads it.
function joinSweeps(first: ReadResult, second: ReadResult): ReadResult {
  const answered = new Set(second.instances.map(keyOf))
  const kept = first.instances.filter((one) => !isLeftOut(one) || !answered.has(keyOf(one)))
  const known = new Set(kept.map(keyOf))
  const all = [...kept, ...second.instances.filter((one) => !known.has(keyOf(one)))]
  const rest = [...new Set(all.filter(isLeftOut).map(nameOf))].slice(0, MAX_ACCOUNTS)
  return { request: first.request, instances: all.map((one) => (isLeftOut(one) ? toNext(one, rest) : one)) }
}

function toNext(read: InstanceRead, account: readonly string[]): InstanceRead {
  const sources = read.outcome.sources.map((source) =>
    source.next === undefined
      ? source
      : { ...source, next: { ...source.next, args: { ...source.next.args, account } } },
  )
  return { ...read, outcome: unseen(sources) }
}

// The name by which a question may mean this one.
function nameOf({ agent_name, instance, outcome }: InstanceRead): string {
  const scope = outcome.sources[0]?.scope ?? {}
  return scope['account'] ?? scope['project'] ?? scope['tenant'] ?? `${agent_name}/${instance}`
}

function isLeftOut({ outcome }: InstanceRead): boolean {
  return outcome.sources.some((source) => source.next !== undefined)
}

function keyOf({ agent, instance, outcome }: InstanceRead): string {
  // What belongs to no agent is told apart by the place that it speaks of.
  return JSON.stringify([
    agent,
    instance,
    agent === null ? outcome.sources.map((source) => source.scope) : null,
  ])
}
