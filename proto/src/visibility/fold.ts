import { type Classes, isNotNeeded } from './classes.ts'
import { compareText } from './keys.ts'
import type { Source } from './source.ts'

export type Visibility = 'none' | 'partial' | 'full'

// Why nothing can be said; `missing` are the operations that could not be asked, sorted.
export type NothingSeen =
  | Readonly<{ error: 'no_visibility' }>
  | Readonly<{ error: 'cannot_ask'; missing: readonly string[] }>
  | Readonly<{ error: 'not_asked' }>

export type Fold = ReturnType<typeof createFold>

// From many sources to one word. Order and duplicates make no difference.
export function createFold({ isReadClass, isBlind, isCannotAsk, hasEffect }: Classes) {
  // `none` when no source was read, else `partial` when an uncovered one lowers it, else `full`.
  function visibilityOf(sources: readonly Source[]): Visibility {
    if (!sources.some((source) => isReadClass(source.state))) return 'none'
    return sources.some((source) => hasEffect(source, 'P')) ? 'partial' : 'full'
  }

  // Why nothing was seen, or null when something was.
  function errorOf(sources: readonly Source[]): NothingSeen | null {
    if (visibilityOf(sources) !== 'none') return null
    if (sources.some((source) => isBlind(source.state))) return { error: 'no_visibility' }
    const missing = sources.filter((source) => isCannotAsk(source.state)).map((source) => source.operation)
    if (missing.length === 0) return { error: 'not_asked' }
    return { error: 'cannot_ask', missing: [...new Set(missing)].sort(compareText) }
  }

  // Sources that leave a gap: uncovered, with any effect.
  function gapsOf(sources: readonly Source[]): readonly Source[] {
    return sources.filter(
      (source) => hasEffect(source, 'P') || hasEffect(source, 'A') || hasEffect(source, 'C'),
    )
  }

  // Sources that were expected to answer: all but what was not needed or is covered without having been read.
  function expectedOf(sources: readonly Source[]): readonly Source[] {
    return sources.filter(
      (source) => isReadClass(source.state) || (!isNotNeeded(source) && source.covered !== true),
    )
  }

  return { visibilityOf, errorOf, gapsOf, expectedOf }
}
