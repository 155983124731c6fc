import type { Classes } from './classes.ts'
import { distinctSources, scopeLabel } from './keys.ts'
import type { Source } from './source.ts'
import type { Fix, State } from './states.ts'

// Sources that leave the same gap, with what a person can do about it.
export type GapRow = Readonly<{
  operation: string
  state: State
  scopes: readonly string[]
  n: number
  fix: Fix | null
}>

const MAX_ROWS = 20
const MAX_SCOPES = 8

// One row per operation and state, sorted, at most 20 rows of at most 8 scopes; `n` counts them all.
export function toGapRows({ fixOf }: Classes, sources: readonly Source[]): readonly GapRow[] {
  const groups = Map.groupBy(distinctSources(sources), (source) => `${source.operation} ${source.state}`)
  const rows = [...groups.values()].slice(0, MAX_ROWS).map((group) => toRow(group, fixOf))
  return Object.freeze(rows)
}

function toRow(group: readonly Source[], fixOf: Classes['fixOf']): GapRow {
  const [first] = group
  if (first === undefined) throw new TypeError('a gap has at least one source')
  const scopes = [...new Set(group.map((source) => scopeLabel(source.scope)).filter((label) => label !== ''))]
  return Object.freeze({
    operation: first.operation,
    state: first.state,
    scopes: Object.freeze(scopes.slice(0, MAX_SCOPES)),
    n: group.length,
    fix: fixOf(first.state),
  })
}
