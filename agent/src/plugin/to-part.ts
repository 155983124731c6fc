import {
  type Carried,
  isState,
  type Part,
  repairPart,
  type State,
  UNUSABLE_WHYS,
} from '@vedette/proto/visibility'
import { cleanText } from '../redactor/index.ts'
import type { Part as SentPart } from './connector-pb.ts'
import { isWithin, toScope } from './to-scope.ts'

// What the agent knows of the call: the instance, its proved and expected scopes, the time.
export type PartFacts = Readonly<{
  instance: string
  proved: readonly Part['scope'][]
  expect: Part['scope'] | null
  now: number
  waitedMs: number
}>

// Words that say what a plugin cannot know: what policy, the planner or the agent itself decided.
const NOT_ITS_WORDS: ReadonlySet<State> = new Set<State>([
  'not_needed',
  'capped',
  'denied_by_policy',
  'approval_required',
  'not_configured',
  'agent_offline',
  'connector_down',
])
const TOKEN = /^[a-z][a-z0-9_]{0,63}$/
const ERRNO = /^[A-Z][A-Z0-9_]{1,31}$/
const CAPS = ['page', 'rows', 'bytes', 'time', 'by_source'] as const
const PROOFS = ['enumerated', 'existence_checked'] as const

// A part as it may be believed: a word that is unknown, not the plugin's to say, or lacks what it must carry is
// `unusable` or `unproven`, never a read. Texts are closed words, times end now, the credential is named by us.
export function toPart(sent: SentPart, facts: PartFacts): Part {
  const scope = toScope(sent.scope)
  if (scope === null) return unusable({}, 'malformed')
  if (!isState(sent.state)) return unusable(scope, 'unknown_state')
  if (NOT_ITS_WORDS.has(sent.state)) return unusable(scope, 'malformed')
  if (!isWithin(scope, facts.proved, facts.expect)) return unusable({}, 'scope_mismatch')
  // One that cannot be sent back as it came leads elsewhere.
  if (cleanText(sent.cursor) !== sent.cursor) return unusable(scope, 'malformed')
  return repairPart({ scope, state: sent.state, ...toCarried(sent, sent.state, facts) })
}

function unusable(scope: Part['scope'], why: (typeof UNUSABLE_WHYS)[number]): Part {
  return { scope, state: 'unusable', why }
}

function toCarried(sent: SentPart, state: State, facts: PartFacts): Carried {
  return dropUndefined({
    items: toCount(sent.items),
    as_of: toTime(sent.asOf, facts.now),
    proof: PROOFS.find((one) => one === sent.proof),
    why: toWhy(sent.why, state),
    cap: CAPS.find((one) => one === sent.cap),
    at_least: toCount(sent.atLeast),
    total: toCount(sent.total),
    cursor: sent.cursor === '' ? undefined : sent.cursor,
    newest_at: toTime(sent.newestAt, facts.now),
    lag_ms: toCount(sent.lagMs),
    missing: sent.missing === '' ? undefined : cleanText(sent.missing).slice(0, 512),
    errno: ERRNO.test(sent.errno) ? sent.errno : undefined,
    status: sent.status !== undefined && sent.status >= 100 && sent.status <= 599 ? sent.status : undefined,
    ...toKnown(sent, state, facts),
  })
}

// What the agent says itself, whatever was sent.
function toKnown(sent: SentPart, state: State, { instance, waitedMs }: PartFacts): Carried {
  if (state === 'unauthorized') return { credential: instance }
  if (state === 'timed_out') return { waited_ms: waitedMs, phase: 'body' }
  if (state !== 'throttled') return {}
  return { by: 'vendor', ...dropUndefined({ retry_after_ms: toCount(sent.retryAfterMs) }) }
}

function toWhy(text: string, state: State): string | undefined {
  if (state === 'unusable') return UNUSABLE_WHYS.find((one) => one === text) ?? 'malformed'
  if (TOKEN.test(text)) return text
  return state === 'unproven' ? 'no_proof' : undefined
}

function toCount(sent: bigint | undefined): number | undefined {
  const count = Number(sent ?? -1n)
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

// In our own spelling; what was read cannot be newer than now.
function toTime(text: string, now: number): string | undefined {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : new Date(Math.min(at, now)).toISOString()
}

function dropUndefined(fields: { [K in keyof Carried]: Carried[K] | undefined }): Carried {
  // Only keys without a value are taken away.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Carried
}
