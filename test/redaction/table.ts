import type { CleanResult } from './clean.ts'
import type { KindResult } from './matrix.ts'
import type { KeepResult } from './must-keep.ts'

const CONTEXT_RECALL = 0.99
const CLEAN_SHARE = 0.001

/** What falls short of its bar, one sentence each. */
export function findShortfalls(
  kinds: readonly KindResult[],
  keeps: readonly KeepResult[],
  clean: readonly CleanResult[],
): string[] {
  const leaking = kinds
    .filter(({ bar, leaks, tried }) => (bar === 'zero' ? leaks > 0 : 1 - leaks / tried < CONTEXT_RECALL))
    .map(
      ({ kind, leaks, tried, leaked }) =>
        `${kind}: ${leaks} of ${tried} seen (${[...leaked].map(([name, count]) => `${name} ${count}`).join(', ')})`,
    )
  const changed = kinds
    .filter((kind) => kind.changed > 0)
    .map(({ kind, changed, misses }) => `${kind}: ${changed} of ${misses} near-misses changed`)
  const altered = keeps
    .filter((keep) => keep.altered > 0)
    .map(
      ({ what, altered: count, tried, example }) =>
        `${what}: ${count} of ${tried} altered, such as ${example}`,
    )
  const dirty = clean
    .filter(({ lines, altered: lost }) => lost.length > lines * CLEAN_SHARE)
    .map(({ name, lines, altered: lost }) => `${name}: ${lost.length} of ${lines} clean lines altered`)
  return [...leaking, ...changed, ...altered, ...dirty]
}

/** The table of kinds, and the sums of what was tried and went wrong. */
export function toTable(kinds: readonly KindResult[]): string {
  const lines = kinds.map(({ kind, bar, values, tried, leaks, misses, changed }) =>
    [kind.padEnd(28), bar.padEnd(8), pad(values), pad(tried), pad(leaks), pad(misses), pad(changed)].join(
      ' ',
    ),
  )
  const sum = (pick: (kind: KindResult) => number) => kinds.reduce((total, kind) => total + pick(kind), 0)
  const head = [
    'kind'.padEnd(28),
    'bar'.padEnd(8),
    ...['values', 'carried', 'leaks', 'misses', 'changed'].map((name) => name.padStart(8)),
  ].join(' ')
  const all = [
    'all'.padEnd(28),
    ''.padEnd(8),
    pad(sum((kind) => kind.values)),
    pad(sum((kind) => kind.tried)),
    pad(sum((kind) => kind.leaks)),
    pad(sum((kind) => kind.misses)),
    pad(sum((kind) => kind.changed)),
  ].join(' ')
  return [head, ...lines, all].join('\n')
}

function pad(value: number): string {
  return String(value).padStart(8)
}

/** One line on the tokens that must stay, and one for each set of clean lines. */
export function toSums(keeps: readonly KeepResult[], clean: readonly CleanResult[]): string {
  const tried = keeps.reduce((sum, keep) => sum + keep.tried, 0)
  const altered = keeps.reduce((sum, keep) => sum + keep.altered, 0)
  const lines = clean.map(
    ({ name, lines: count, altered: lost }) => `clean lines, ${name}: ${count} tried, ${lost.length} altered`,
  )
  return [`must-keep tokens: ${tried} tried in ${keeps.length} forms, ${altered} altered`, ...lines].join(
    '\n',
  )
}
