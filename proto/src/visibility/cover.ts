import { type Classes, canCover, isNotNeeded } from './classes.ts'
import { compareText, equalScopes, instanceKey, questionKey } from './keys.ts'
import type { Scope, Source } from './source.ts'

// The operator's words: this instance covers that one. With `agent`, only as that agent's instance.
export type DeclaredCover = Readonly<{ connector: string; covers: string; agent?: string }>

export type CoverRules = Readonly<{
  declared: readonly DeclaredCover[]
  // The proven identity of all that a source reads (an account, a cluster), or null when its scope proves none.
  identityOf: (source: Source) => string | null
}>

export type Cover = ReturnType<typeof createCover>

// Cover: who stands for whom, and that nobody is covered by a claim alone.
export function createCover({ isNotAsked }: Classes) {
  // Marks the sources that another one, read whole, stands for: same operation, arguments and scope, and either
  // declared by the operator or the same proven identity. Covered sources stay listed and lose their effects; one
  // that was not asked becomes `not_needed`. A word other than `read` and `empty` covers nothing.
  function applyCover(sources: readonly Source[], rules: CoverRules): readonly Source[] {
    const readers = sources.filter((source) => canCover(source.state))
    const byQuestion = Map.groupBy(readers, questionKey)
    return sources.map((source) => {
      const coverers = (byQuestion.get(questionKey(source)) ?? []).filter((reader) =>
        covers(reader, source, rules),
      )
      const best = coverers.reduce<Source | null>((a, b) => (a === null || precedes(b, a) ? b : a), null)
      return best === null ? withoutCover(source) : toCovered(source, best)
    })
  }

  // Takes back each cover that no source of the set can give: a mark alone hides nothing. It is given by a source of
  // the very same scope that was read whole, or by one that was read in parts of that scope, all of them whole.
  function checkCover(sources: readonly Source[]): readonly Source[] {
    if (!sources.some(claimsCover)) return sources
    const named = sources.flatMap((source) =>
      [...new Set([coverName(source), source.connector])].map((name) => ({ source, name })),
    )
    const readers = Map.groupBy(named, ({ source, name }) => coverKey(source, name))
    const isGiven = (claim: Source) => {
      const by = (readers.get(coverKey(claim, claim.covered_by ?? '')) ?? []).map((one) => one.source)
      if (by.some((one) => canCover(one.state) && equalScopes(one.scope, claim.scope))) return true
      return by.length > 0 && by.every((one) => canCover(one.state) && isWithin(one.scope, claim.scope))
    }
    return sources.map((source) => {
      if (!claimsCover(source) || isGiven(source)) return source
      // Left out for the sake of a source that was not read after all: nobody looked.
      if (isNotNeeded(source)) return { ...withoutCover(source), state: 'unusable', why: 'internal' }
      return withoutCover(source)
    })
  }

  function toCovered(source: Source, by: Source): Source {
    const mark = { covered: true, covered_by: coverName(by) }
    return Object.freeze({ ...source, ...mark, ...(isNotAsked(source.state) ? { state: 'not_needed' } : {}) })
  }

  return { applyCover, checkCover }
}

// The name a covered source carries in `covered_by`.
export function coverName(source: Pick<Source, 'agent' | 'connector'>): string {
  return source.agent === undefined ? source.connector : `${source.connector}@${source.agent}`
}

function coverKey(source: Source, name: string): string {
  return JSON.stringify([questionKey(source), name])
}

// A part of a place names the place and more; nothing is within what names no place at all.
function isWithin(part: Scope, whole: Scope): boolean {
  const entries = Object.entries(whole)
  return (
    entries.length > 0 && entries.every(([key, value]) => Object.hasOwn(part, key) && part[key] === value)
  )
}

function claimsCover(source: Source): boolean {
  return source.covered === true || (isNotNeeded(source) && source.covered_by !== undefined)
}

function covers(reader: Source, source: Source, rules: CoverRules): boolean {
  if (!standsFor(reader, source, rules)) return false
  // Of two that were both read, and either may stand for the other, only the first does: one is left to count.
  return !canCover(source.state) || !standsFor(source, reader, rules) || precedes(reader, source)
}

function standsFor(reader: Source, source: Source, rules: CoverRules): boolean {
  if (instanceKey(reader) === instanceKey(source) || !equalScopes(reader.scope, source.scope)) return false
  return isDeclared(reader, source, rules.declared) || isSameIdentity(reader, source, rules)
}

function isDeclared(reader: Source, source: Source, declared: readonly DeclaredCover[]): boolean {
  // Without a scope only the agent itself tells that the two names belong together.
  if (Object.keys(reader.scope).length === 0 && reader.agent !== source.agent) return false
  return declared.some(
    (one) =>
      one.connector === reader.connector &&
      one.covers === source.connector &&
      (one.agent === undefined || one.agent === reader.agent),
  )
}

function isSameIdentity(reader: Source, source: Source, { identityOf }: CoverRules): boolean {
  const identity = identityOf(reader)
  return identity !== null && identity === identityOf(source)
}

function precedes(a: Source, b: Source): boolean {
  const items = Number((b.items ?? 0) > 0) - Number((a.items ?? 0) > 0)
  return (items || compareText(instanceKey(a), instanceKey(b))) < 0
}

function withoutCover(source: Source): Source {
  if (source.covered === undefined) return source
  const { covered: _, ...rest } = source
  return rest
}
