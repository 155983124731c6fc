import type { Accounting, CouldChange } from './accounting.ts'
import { repairPart } from './carried.ts'
import type { Classes } from './classes.ts'
import type { Combinators } from './combinators.ts'
import type { Cover } from './cover.ts'
import type { Fold, NothingSeen, Visibility } from './fold.ts'
import { toGapRows } from './gaps.ts'
import type { Grade, Grades } from './grade.ts'
import { compareText, distinctSources } from './keys.ts'
import type { Line } from './line.ts'
import { byteLength } from './rows.ts'
import type { Scope, Source } from './source.ts'

declare const sealedBrand: unique symbol

// An answer as it may leave: only `sealEnvelope` and `sealNoInfrastructure` make one.
export type Sealed = Readonly<{ visibility: Visibility } & Record<string, unknown>> & {
  readonly [sealedBrand]: true
}

export type NextCall = Readonly<{ tool: string; args: Readonly<Record<string, unknown>>; why: string }>

// What can be known of an answer's making beside its sources; absent ones are left out of the answer.
export type EnvelopeFacts = Readonly<{
  // Every planned source, unfolded, whether it spoke or not.
  sources: readonly Source[]
  // What was found; thrown away, prose included, when nothing was read.
  body: Readonly<Record<string, unknown>> | null
  // Epoch milliseconds.
  now: number
  // A closed code of the caller's own, with its fields, for an answer that is a refusal.
  error?: Readonly<{ code: string; message: string } & Record<string, unknown>>
  verdict?: Grade
  // The effective arguments, and which of them were ours.
  asked?: unknown
  defaulted?: unknown
  window?: unknown
  cost?: unknown
  // What the caller asked to look at; survives when nothing was read.
  scope?: Scope
  // The action that waits for a person; survives when nothing was read.
  pending?: string
  // Calls that help; survive when nothing was read.
  next?: readonly NextCall[]
  couldChange?: (source: Source) => CouldChange
  nameOf?: (source: Source) => string
  // Handle to the full list of sources.
  handle?: string
}>

// Keys that belong to the envelope: a body that has one of them keeps its value under `body_<key>`.
export const ENVELOPE_KEYS: readonly string[] = Object.freeze([
  'visibility',
  'line',
  'error',
  'missing',
  'warning',
  'verdict',
  'coverage',
  'policy',
  'asked',
  'defaulted',
  'window',
  'cost',
  '_sources',
  'audit',
])

type Rooms = Readonly<{
  classes: Classes
  fold: Fold
  cover: Cover
  combinators: Combinators
  grades: Grades
  accounting: Accounting
  line: Line
}>

const MAX_NAMED = 5
const sealedAnswers = new WeakSet<object>()

// The one place that builds answers. Nothing in it believes its caller: parts are repaired, covers checked, and
// grades, absence and all-clear withdrawn where the answer's own sources do not bear them.
export function createEnvelope({ classes, fold, cover, combinators, grades, accounting, line }: Rooms) {
  // Seals an answer: keys in the pinned order, the body only if something was read, `_sources` folded to its size.
  function sealEnvelope(facts: EnvelopeFacts): Sealed {
    const sources = cover.checkCover(facts.sources.map(repairPart))
    const visibility = fold.visibilityOf(sources)
    const nothing = fold.errorOf(sources)
    const told = line.lineOf(sources, {
      now: facts.now,
      ...(facts.nameOf === undefined ? {} : { nameOf: facts.nameOf }),
    })
    const policy = accounting.policyOf(sources)
    const head: Entries = [
      ['visibility', visibility],
      ['line', told ?? undefined],
      ...(nothing === null ? [['error', facts.error] as const] : toNothing(nothing, facts, sources)),
    ]
    const middle = nothing === null ? toBody(facts, sources) : toSurvivors(facts, sources)
    const tail: Entries = [
      ['coverage', visibility === 'full' ? undefined : accounting.coverageOf(sources, facts.couldChange)],
      ['policy', policy.length === 0 ? undefined : policy],
      ['asked', facts.asked],
      ['defaulted', facts.defaulted],
      ['window', facts.window],
      ['cost', facts.cost],
    ]
    const rest = fromEntries([...head, ...middle, ...tail])
    // An answer without a body is an account of its sources: a fifth of nothing would hide them.
    const bodyBytes = nothing === null ? byteLength(rest) : Number.MAX_SAFE_INTEGER
    const folded = accounting.foldSources(sources, {
      bodyBytes,
      ...(facts.handle === undefined ? {} : { handle: facts.handle }),
    })
    return brand({ ...rest, _sources: folded })
  }

  function toNothing(nothing: NothingSeen, facts: EnvelopeFacts, sources: readonly Source[]): Entries {
    return [
      ['error', facts.error ?? nothing.error],
      ['missing', toMissing(nothing, facts, sources)],
      ['warning', toWarning(sources)],
    ]
  }

  // A refusal before asking names each operation that kept it, a permission that is known to be missing included.
  function toMissing(nothing: NothingSeen, { error }: EnvelopeFacts, sources: readonly Source[]) {
    if (nothing.error === 'cannot_ask') return nothing.missing
    if (error?.code !== 'cannot_ask') return undefined
    const unread = sources.filter(({ state }) => classes.isBlind(state) || classes.isCannotAsk(state))
    return [...new Set(unread.map((source) => source.operation))].sort(compareText)
  }

  function toBody({ verdict, body }: EnvelopeFacts, sources: readonly Source[]): Entries {
    const claims = guardClaims(Object.entries(body ?? {}), sources)
    return [
      ['verdict', verdict === undefined ? undefined : grades.regrade(verdict, sources)],
      ...toBodyEntries(claims),
    ]
  }

  // What the answer may still say when nothing was read: where it looked, and what would help.
  function toSurvivors(facts: EnvelopeFacts, sources: readonly Source[]): Entries {
    const gaps = toGapRows(classes, fold.gapsOf(sources)).slice(0, MAX_NAMED)
    const calls = sources.flatMap((source) => source.next ?? []).slice(0, 1)
    const fixes = gaps.map(({ fix, operation, state }) => ({ fix, operation, state }))
    return [
      ['status', facts.pending === undefined ? undefined : 'approval_pending'],
      ['pending_action_id', facts.pending],
      ['scope', facts.scope],
      ['next', [...(facts.next ?? calls), ...fixes]],
    ]
  }

  // A body's own `absent: true` or `all_clear: true` stands only where all the answer's sources bear it.
  function guardClaims(entries: Entries, sources: readonly Source[]): Entries {
    return entries.map(([key, value]) => {
      if (key === 'absent' && value === true)
        return [key, combinators.absentOf([{ sources }]).absent] as const
      if (key === 'all_clear' && value === true)
        return [key, combinators.allClearOf([{ sources }], []).all_clear] as const
      return [key, value] as const
    })
  }

  // Seals the answer of a tool that needs no infrastructure: its one source is ours, and so is its age.
  function sealNoInfrastructure(
    facts: Omit<EnvelopeFacts, 'sources'> & Readonly<{ source: OwnSource }>,
  ): Sealed {
    const { source, ...rest } = facts
    return sealEnvelope({ ...rest, sources: [{ scope: {}, role: 'input', ...source }] })
  }

  return { sealEnvelope, sealNoInfrastructure }
}

// The source of a tool that needs no infrastructure, with what its word must carry.
export type OwnSource = Omit<Source, 'connector' | 'state' | 'scope' | 'role' | 'agent'> &
  Readonly<{ connector: 'control_plane' | 'knowledge'; state: 'read' | 'empty' | 'stale' }>

// Tells whether a value was made by the sealing functions in this process.
export function isSealed(value: unknown): value is Sealed {
  return typeof value === 'object' && value !== null && sealedAnswers.has(value)
}

type Entries = readonly (readonly [string, unknown])[]

// Reserved keys move to `body_<key>`; so do keys that read as numbers, which JavaScript would put before all others.
function toBodyEntries(entries: Entries): Entries {
  const taken = new Set(entries.map(([key]) => key))
  return entries.map(([key, value]) => {
    let name = key
    if (ENVELOPE_KEYS.includes(key) || /^\d+$/.test(key) || key === '__proto__')
      do name = `body_${name}`
      while (taken.has(name))
    return [name, value] as const
  })
}

function toWarning(sources: readonly Source[]): string {
  const names = new Set(distinctSources(sources).map((source) => `${source.operation} (${source.state})`))
  const sorted = [...names].sort(compareText)
  if (sorted.length === 0) return 'Nothing was read, because nothing was asked.'
  const more = sorted.length > MAX_NAMED ? ` and ${sorted.length - MAX_NAMED} more` : ''
  return `Nothing was read: ${sorted.slice(0, MAX_NAMED).join(', ')}${more}. This says nothing about what is there.`
}

function fromEntries(entries: Entries): Record<string, unknown> {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function brand(answer: Record<string, unknown>): Sealed {
  const sealed = Object.freeze(answer) as Sealed // the brand exists in types only; this is the one place that grants it
  sealedAnswers.add(sealed)
  return sealed
}
