import { isRandomLike } from '../checks/tokens.ts'
import { isAddressField } from '../detect/address.ts'
import { findHits } from '../detect/find-hits.ts'
import type { Near } from '../detect/hit.ts'
import { isKeptToken } from '../detect/keep.ts'
import { isPersonalValue } from '../detect/personal-keys.ts'
import { replaceHits, resolveHits } from '../detect/replace-hits.ts'
import { toKindIndex } from '../detect/tables.ts'
import { isPlaceholder } from '../secret-keys.ts'
import { isSafeVariable, isSystemUser } from './environment.ts'
import type { HintTree } from './hints.ts'
import { type Job, toKindName } from './job.ts'
import type { KeyFacts } from './key-facts.ts'
import { hideLiterals, isStatement } from './sql.ts'

// Where a text stands.
export type Place = Readonly<{
  key: string
  facts: KeyFacts
  // Kinds that the key above names too.
  near: Near
  hints: HintTree | undefined
  // It is the value of a variable.
  isVariable: boolean
  path: string
}>

type Texts = Readonly<{
  job: Job
  // Reads JSON inside a text: what it holds, or -1.
  judgeJson(text: string): number
}>

const SQL_LITERAL = toKindIndex('sql_literal')
const ENV_VALUE = toKindIndex('env_value')
const LAST_APPLIED = toKindIndex('last_applied_configuration')
const REGISTRY_AUTH = toKindIndex('registry_auth')
const HINTED: Readonly<Record<string, number>> = Object.freeze({
  person_name: toKindIndex('person_name'),
  user_handle: toKindIndex('user_handle'),
  email: toKindIndex('email'),
  phone: toKindIndex('phone'),
  postal_address: toKindIndex('postal_address'),
})

// Replaces the whole of a value by its mark.
export function markWhole(
  job: Job,
  kind: number,
  found: Readonly<{ value: string; rule: string; path: string }>,
): string {
  job.onFinding?.({ kind: toKindName(kind), rule: found.rule, path: found.path })
  return job.mark(kind, found.value)
}

// The kind that a value has as a whole because of where it stands; -1 when it must be read.
export function judgeWhole(text: string, { key, facts, hints, isVariable }: Place): number {
  if (facts.isLastApplied) return LAST_APPLIED
  if (facts.secret !== null && !isPlaceholder(text)) {
    if (!facts.secret.weak) return toKindIndex(facts.secret.kind)
    if (isRandomLike(text) && !isKeptToken(text))
      return isRegistryAuth(text) ? REGISTRY_AUTH : toKindIndex(facts.secret.kind)
  }
  const hinted = hints?.hint === undefined ? undefined : HINTED[hints.hint]
  if (hinted !== undefined && text !== '' && !isPlaceholder(text) && !isSystemUser(text)) return hinted
  if (facts.personal >= 0 && isPersonalValue(facts.personal, key, text) && !isPlaceholder(text))
    return facts.personal
  return isVariable && !isSafeVariable(key, text) && !isPlaceholder(text) ? ENV_VALUE : -1
}

function isRegistryAuth(text: string): boolean {
  return (
    /^[A-Za-z0-9+/]{8,}={0,2}$/.test(text) && Buffer.from(text, 'base64').toString('latin1').includes(':')
  )
}

// A cleaned text with what must not leave replaced.
export function redactText({ job, judgeJson }: Texts, text: string, place: Place): string {
  const isSql = place.hints?.hint === 'sql_text' || (place.facts.isSql && isStatement(text))
  const hidden = isSql ? hideLiterals(text) : null
  if (hidden !== null) for (let at = 0; at < hidden.found; at += 1) job.count(SQL_LITERAL)
  const read = hidden?.text ?? text
  const hits = findHits(read, {
    near: joinNear(place.facts.near, place.near),
    addresses: toAddresses(job, read, place),
    phones: job.phones,
    judgeJson,
    findCustom: job.findCustom,
  })
  if (hits.length === 0) return read
  return replaceHits(read, resolveHits(hits), ({ kind, rule }, value) =>
    markWhole(job, kind, { value, rule, path: place.path }),
  )
}

function joinNear(a: Near, b: Near): Near {
  if (b.size === 0) return a
  return a.size === 0 ? b : a.union(b)
}

function toAddresses(job: Job, text: string, { facts, hints }: Place): Job['addresses'] {
  if (job.addresses !== 'tag_in_text') return job.addresses
  if (facts.isClient || hints?.hint === 'ip_address') return 'tag_all'
  return isAddressField(text) ? 'keep' : 'tag_in_text'
}
