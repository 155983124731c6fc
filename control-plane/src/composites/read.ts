import {
  type Count,
  countOf,
  gapsOf,
  hasEffect,
  isReadClass,
  type Outcome,
  type Scope,
  type Source,
} from '@vedette/proto/visibility'
import type { InstanceRead, ReadResult } from '../dispatch/types.ts'
import { type Evidence, scopeSeen } from './evidence.ts'

// One instance's share of a read: a value, where it was seen, and how to cite it.
export type View<T> = Readonly<{
  value: T
  scope: Scope
  agent: string | null
  instance: string
  connector: string
  // Names the evidence; the first citation of an answer is `e1`.
  cite(): string
}>

// All that came of asking one operation.
export type Read<T> = Readonly<{
  operation: string
  // Shares that were read and count: what covers another one stands for both.
  views: readonly View<T>[]
  outcomes: readonly Outcome<T>[]
  sources: readonly Source[]
  // Every planned source answered completely; false where one is not configured.
  isWhole: boolean
}>

// A result of dispatch as a composite works on it.
export function toRead(result: ReadResult, evidence: Evidence): Read<unknown> {
  const outcomes = result.instances.map((one) => one.outcome)
  const sources = outcomes.flatMap((outcome) => outcome.sources)
  const views = result.instances.flatMap((instance) => toView(result, instance, evidence))
  return Object.freeze({
    operation: result.request.operation.id,
    views,
    outcomes,
    sources,
    isWhole: sources.some((source) => isReadClass(source.state)) && gapsOf(sources).length === 0,
  })
}

// Every item of every view, with the view that showed it.
export function itemsOf<T, Item>(
  read: Read<T>,
  pick: (value: T) => readonly Item[],
): readonly Readonly<{ item: Item; view: View<T> }>[] {
  return read.views.flatMap((view) => pick(view.value).map((item) => ({ item, view })))
}

// How many there are: a number, a lower bound where something is missing, null where nothing can be said.
export function countItems<T>(read: Read<T>, pick: (value: T) => number): Count {
  // Sources give numbers, and a count is whole.
  return countOf(read.outcomes, (value) => Math.max(0, Math.floor(pick(value))))
}

// A number of findings over several reads, as it may be said: exact where nothing that could add to it is missing.
export function boundOf(n: number, reads: readonly Read<unknown>[]): Count {
  if (!reads.some((read) => read.views.length > 0)) return null
  const isCut = reads.some((read) => read.sources.some((source) => hasEffect(source, 'P')))
  if (!isCut) return n
  return n > 0 ? { at_least: n } : null
}

// Whether every one of these reads was made whole.
export function areWhole(reads: readonly (Read<unknown> | null)[]): boolean {
  return reads.every((read) => read?.isWhole === true)
}

// A place as people say it: cluster, account or host, else the agent, else the instance.
export function placeOf({
  scope,
  agent,
  instance,
}: Pick<View<unknown>, 'scope' | 'agent' | 'instance'>): string {
  const named = ['cluster_alias', 'cluster', 'account_alias', 'account', 'project', 'tenant', 'host']
  return named.map((key) => scope[key]).find((value) => value !== undefined) ?? agent ?? instance
}

// The place that a source looks at, under the same name as its views.
export function placeOfSource({ scope, agent, connector }: Source): string {
  return placeOf({ scope, agent: agent ?? null, instance: connector })
}

function toView(result: ReadResult, instance: InstanceRead, evidence: Evidence): readonly View<unknown>[] {
  const { outcome } = instance
  if (!outcome.seen || outcome.sources.every((source) => source.covered === true)) return []
  return [
    Object.freeze({
      value: outcome.value,
      scope: scopeSeen(outcome.sources),
      agent: instance.agent_name,
      instance: instance.instance,
      connector: instance.connector,
      cite: () => evidence.cite(result.request, instance),
    }),
  ]
}
