import { toPlainName } from './keys.ts'
import { type Source, UNUSABLE_WHYS } from './source.ts'
import { isState, type State } from './states.ts'

type Phrase = (sources: readonly Source[], now: number) => string

const UNKNOWN = ': {nouns} are unknown'
const WHYS: readonly (string | undefined)[] = UNUSABLE_WHYS

// How each word reads in a sentence; `{nouns}` is what the sources would have told of.
const PHRASES: Readonly<Record<State, Phrase>> = Object.freeze({
  read: () => 'read: {nouns} are known',
  empty: () => 'empty: {nouns} are none',
  unproven: (sources) =>
    sources.every((source) => source.items === 0)
      ? 'showed none of {nouns}, which does not prove that there are none'
      : 'did not prove that what it showed of {nouns} is all',
  truncated: (sources) => `cut${cutOf(sources)}: there may be more of {nouns}`,
  stale: (sources) => `behind by ${durationOf(mostOf(sources, 'lag_ms'))}: {nouns} since then are unknown`,
  not_needed: () => 'not needed for {nouns}',
  capped: (sources) => `left out by our limit of ${mostOf(sources, 'limit')}${UNKNOWN}`,
  denied_by_policy: () => `denied by policy${UNKNOWN}`,
  approval_required: () => `waiting for a person's approval${UNKNOWN}`,
  not_configured: () => 'not configured: {nouns} are not covered',
  not_served: (sources) =>
    sources.some((source) => source.why !== undefined)
      ? `without what this needs${UNKNOWN}`
      : `running a release that does not serve this${UNKNOWN}`,
  out_of_reach: () => `out of every agent's reach${UNKNOWN}`,
  agent_offline: (sources, now) => `offline${sinceOf(sources, 'last_seen', now)}${UNKNOWN}`,
  connector_down: (sources, now) =>
    `${serverOf(sources)}${codeOf(sources)}${sinceOf(sources, 'since', now)}${UNKNOWN}`,
  timed_out: (sources) => `silent for ${durationOf(mostOf(sources, 'waited_ms'))}${UNKNOWN}`,
  unauthorized: () => `refusing our credential${UNKNOWN}`,
  forbidden: () => `refusing our permission${UNKNOWN}`,
  throttled: (sources) => `throttled for ${durationOf(mostOf(sources, 'retry_after_ms'))}${UNKNOWN}`,
  upstream_failed: (sources) => `failing${statusOf(sources)}${UNKNOWN}`,
  unusable: (sources) => `giving an unusable answer${whyOf(sources)}${UNKNOWN}`,
})

// The words that say what is the matter with sources of one state; only closed words and numbers.
export function conditionOf(state: State, sources: readonly Source[], now: number): string {
  return PHRASES[state](sources, now)
}

// Milliseconds in words: `40 s`, `4 min`, `3 h`, `2 days`.
export function durationOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 100) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

type NumberField = 'at_least' | 'lag_ms' | 'limit' | 'waited_ms' | 'retry_after_ms'

function mostOf(sources: readonly Source[], field: NumberField): number {
  return Math.max(0, ...sources.map((source) => source[field] ?? 0))
}

function sumOf(sources: readonly Source[], field: NumberField): number {
  return sources.reduce((sum, source) => sum + (source[field] ?? 0), 0)
}

function cutOf(sources: readonly Source[]): string {
  const shown = sumOf(sources, 'at_least')
  return shown === 0 ? '' : ` at ${shown}`
}

function sinceOf(sources: readonly Source[], field: 'last_seen' | 'since', now: number): string {
  const times = sources.map((source) => Date.parse(source[field] ?? '')).filter((time) => !Number.isNaN(time))
  return times.length === 0 ? '' : ` for ${durationOf(now - Math.min(...times))}`
}

// `without its alertmanager` where one server of several is down.
function serverOf(sources: readonly Source[]): string {
  const servers = new Set(sources.map((source) => toPlainName(source.server ?? '')))
  const [server] = servers
  return servers.size === 1 && server !== undefined && server !== '' ? `without its ${server}` : 'down'
}

function codeOf(sources: readonly Source[]): string {
  const code = sources
    .map((source) => source.code ?? '')
    .find((one) => isState(one) || /^http_\d{3}$/.test(one))
  return code === undefined ? '' : ` (${code})`
}

function statusOf(sources: readonly Source[]): string {
  const status = sources.map((source) => source.status).find((one) => Number.isInteger(one))
  if (status !== undefined) return ` (${status})`
  const errno = sources.map((source) => source.errno ?? '').find((one) => /^E[A-Z0-9]{2,20}$/.test(one))
  return errno === undefined ? '' : ` (${errno})`
}

function whyOf(sources: readonly Source[]): string {
  const why = sources.map((source) => source.why).find((one) => WHYS.includes(one))
  return why === undefined ? '' : ` (${why})`
}
