import type { Scope } from '@vedette/proto/visibility'
import { cleanText } from '../redactor/index.ts'
import type { Scope as SentScope } from './connector-pb.ts'

const KEY = /^[a-z][a-z0-9_]{0,63}$/
const VALUE = 512
const KEYS = 16

// A scope as a plugin sent it, or null when a name or value in it could not be shown as it is.
export function toScope(sent: SentScope | undefined): Scope | null {
  const pairs = Object.entries(sent?.entries ?? {})
  const fits = ([key, value]: readonly [string, string]) =>
    KEY.test(key) && value !== '' && value.length <= VALUE && cleanText(value) === value
  return pairs.length <= KEYS && pairs.every(fits) ? Object.freeze(Object.fromEntries(pairs)) : null
}

// Whether a part's scope lies within what was proved and what the configuration expects; keys of neither are free.
export function isWithin(scope: Scope, proved: readonly Scope[], expect: Scope | null): boolean {
  return Object.entries(scope).every(([key, value]) => {
    const wanted = expect?.[key]
    if (wanted !== undefined && wanted !== value) return false
    const known = proved.filter((one) => one[key] !== undefined)
    return known.length === 0 || known.some((one) => one[key] === value)
  })
}
