import {
  equalScopes,
  isReadClass,
  type Part,
  repairPart,
  type Scope,
  type Source,
  seen,
  unseen,
} from '@vedette/proto/visibility'
import type { CallResult } from '../bus/types.ts'
import { type Candidate, scopesOf } from './candidates.ts'
import { toOffline, type Word } from './obstacles.ts'
import type { Unasked } from './plan.ts'
import type { PlannedRequest } from './questions.ts'
import type { InstanceRead } from './types.ts'

// Scope keys whose value must have been proved by the vendor's identity call before a part may claim it.
const IDENTITY_KEYS: readonly string[] = Object.freeze(['account', 'project', 'tenant', 'cluster', 'host'])

type Answered = Extract<CallResult, { kind: 'answered' }>

// A source that was not asked, or gave nothing: one word for each scope that it has proved.
export function toUnseen(unasked: Unasked, request: PlannedRequest): InstanceRead {
  const { candidate, agent, connector, word, scope } = unasked
  const scopes = candidate === null ? [scope ?? {}] : scopesOf(candidate)
  return {
    agent: agent?.id ?? null,
    agent_name: agent?.name ?? null,
    instance: connector,
    connector: candidate?.state.connector ?? connector,
    outcome: unseen(
      scopes.map((one) => toSource({ scope: one, ...word }, { agent: agent?.name, connector, request })),
    ),
    meta: null,
  }
}

// What an instance answered. The value counts only when something was read, each part's scope was proved before, and
// it fits the operation's output.
export function toRead(result: CallResult, candidate: Candidate, request: PlannedRequest): InstanceRead {
  if (result.kind === 'answered') return toAnswer(result, candidate, request)
  const word = result.kind === 'lost' ? toLost(result.part, candidate) : REFUSED
  return toBlind(candidate, { request, word })
}

// A refusal that could not be told to the caller: our own question was wrong.
const REFUSED: Word = Object.freeze({ state: 'unusable', why: 'internal' })

function toLost({ scope: _, ...word }: Part, { view }: Candidate): Word {
  return word.state === 'agent_offline' && word.last_seen === undefined ? toOffline(view.last_seen) : word
}

function toAnswer(result: Answered, candidate: Candidate, request: PlannedRequest): InstanceRead {
  const { meta } = result
  const parts = result.parts.map((part) => withProvedScope(part, candidate))
  if (!parts.every((part) => part !== null))
    return { ...toBlind(candidate, { request, word: { state: 'unusable', why: 'scope_mismatch' } }), meta }
  const sources = parts.map((part, index) =>
    toSource(
      { ...repairPart(part), ...(index === 0 && hasKeys(meta.redacted) ? { redacted: meta.redacted } : {}) },
      { agent: candidate.name, connector: candidate.state.instance, request },
    ),
  )
  if (!sources.some((source) => isReadClass(source.state)))
    return { ...describe(candidate), outcome: unseen(sources), meta }
  const value = request.operation.output.safeParse(result.body)
  if (!value.success)
    return { ...toBlind(candidate, { request, word: { state: 'unusable', why: 'schema_mismatch' } }), meta }
  return { ...describe(candidate), outcome: seen(value.data, sources), meta }
}

function toBlind(
  candidate: Candidate,
  { request, word }: Readonly<{ request: PlannedRequest; word: Word }>,
): InstanceRead {
  const { view, name, state } = candidate
  return toUnseen({ candidate, agent: { id: view.agent, name }, connector: state.instance, word }, request)
}

// The part with the scope that it was proved to have; null when it claims to have read one that was not. A gap may
// name any place, such as an account of the organisation that nobody reaches: it can only take away.
function withProvedScope(part: Part, candidate: Candidate): Part | null {
  const proved = candidate.state.scopes
  const claims = Object.keys(part.scope).filter((key) => IDENTITY_KEYS.includes(key))
  if (claims.length > 0) {
    const holder = proved.find((scope) => claims.every((key) => scope[key] === part.scope[key]))
    if (holder === undefined) return isReadClass(part.state) ? null : part
    return { ...part, scope: merge(holder, part.scope) }
  }
  const [only] = proved
  return proved.length === 1 && only !== undefined ? { ...part, scope: merge(only, part.scope) } : part
}

function merge(proved: Scope, said: Scope): Scope {
  return equalScopes(proved, said) ? said : { ...proved, ...said }
}

function toSource(
  part: Part & Readonly<{ redacted?: Readonly<Record<string, number>> }>,
  facts: Readonly<{ agent: string | undefined; connector: string; request: PlannedRequest }>,
): Source {
  const { agent, connector, request } = facts
  return {
    ...part,
    operation: request.operation.id,
    connector,
    ...(agent === undefined ? {} : { agent }),
    role: request.role,
    ...(request.question === undefined ? {} : { question: request.question }),
  }
}

function describe({ view, name, state }: Candidate): Omit<InstanceRead, 'outcome' | 'meta'> {
  return { agent: view.agent, agent_name: name, instance: state.instance, connector: state.connector }
}

function hasKeys(record: Readonly<Record<string, number>>): boolean {
  return Object.keys(record).length > 0
}
