import { HEALTH_WORDS, type HealthWord } from './words.ts'

// The worst of many words, for a row that stands for several connectors; null for none, which is not a health.
export function worstOf(words: readonly HealthWord[]): HealthWord | null {
  const ranks = words.map((word) => HEALTH_WORDS.indexOf(word))
  return HEALTH_WORDS[Math.max(-1, ...ranks)] ?? null
}

// Orders words worst first, for sorting rows.
export function compareHealth(a: HealthWord, b: HealthWord): number {
  return HEALTH_WORDS.indexOf(b) - HEALTH_WORDS.indexOf(a)
}

// What a connector with several servers is, from what each of them is. In this order:
// 1. no server at all: `unchecked`, since nothing was found out;
// 2. servers that are not configured are left aside, unless all are: then `not_configured`;
// 3. all others down: `down`;
// 4. any down or degraded, or a scope or permission that fails: `degraded`;
// 5. any unchecked: `unchecked`, since one good probe does not speak for another server;
// 6. else `up`.
export function foldServers(words: readonly HealthWord[], failing: Failing = {}): HealthWord {
  if (words.length === 0) return 'unchecked'
  const configured = words.filter((word) => word !== 'not_configured')
  if (configured.length === 0) return 'not_configured'
  if (configured.every((word) => word === 'down')) return 'down'
  const fails = (failing.scopes ?? 0) + (failing.permissions ?? 0) > 0
  if (fails || configured.some((word) => word === 'down' || word === 'degraded')) return 'degraded'
  return configured.includes('unchecked') ? 'unchecked' : 'up'
}

// How many scopes or permissions of a connector fail although its servers answer.
export type Failing = Readonly<{ scopes?: number; permissions?: number }>

// Tells whether a connector of this health may be sent calls: all but what is down or has no credential.
export function isServing(word: HealthWord): boolean {
  return word === 'up' || word === 'degraded' || word === 'unchecked'
}
