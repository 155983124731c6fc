import { KINDS } from '../kinds/index.ts'
import type { Hit } from './hit.ts'
import { toKindIndex } from './tables.ts'

const EMAIL = toKindIndex('email')
const USERINFO = toKindIndex('url_userinfo')

// Named secrets first, then secrets by their key, then persons; customers' own patterns like secrets by key.
const RANKS = Uint8Array.from(KINDS, ({ secret, row }) => (secret === true ? (row === 108 ? 1 : 2) : 0))

// Spans that do not overlap, in order: where some do, what is most telling names the whole.
export function resolveHits(hits: readonly Hit[]): readonly Hit[] {
  if (hits.length < 2) return hits
  const sorted = isSorted(hits) ? hits : hits.toSorted((a, b) => a.start - b.start || b.end - a.end)
  const resolved: Hit[] = []
  for (const hit of sorted) {
    const last = resolved.at(-1)
    if (last === undefined || hit.start >= last.end) resolved.push(hit)
    // The host after `user:password@` is no part of an address of mail.
    else if (hit.kind === EMAIL && last.kind === USERINFO) continue
    else if (last.kind === EMAIL && hit.kind === USERINFO) resolved[resolved.length - 1] = hit
    else resolved[resolved.length - 1] = merge(last, hit)
  }
  return resolved
}

function isSorted(hits: readonly Hit[]): boolean {
  for (let at = 1; at < hits.length; at += 1)
    if ((hits[at]?.start ?? 0) <= (hits[at - 1]?.start ?? 0)) return false
  return true
}

function merge(a: Hit, b: Hit): Hit {
  const winner = (RANKS[b.kind] ?? 0) > (RANKS[a.kind] ?? 0) ? b : a
  return { ...winner, start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) }
}

// The text with each span replaced by what `toMark` says of its kind and value.
export function replaceHits(
  text: string,
  hits: readonly Hit[],
  toMark: (hit: Hit, value: string) => string,
): string {
  let out = ''
  let done = 0
  for (const hit of hits) {
    out += text.slice(done, hit.start) + toMark(hit, text.slice(hit.start, hit.end))
    done = hit.end
  }
  return out + text.slice(done)
}
