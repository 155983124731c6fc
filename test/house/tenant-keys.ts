import type { RepositoryFile } from './repository.ts'

/** A query of the store: where it stands, its table and the text of its whole chain. */
export type StoreQuery = { readonly path: string; readonly table: string; readonly chain: string }

const START = /\.(?:selectFrom|updateTable|deleteFrom)\(\s*'?(\w+)'?\s*\)/g
const KEY = /\.where\(\s*'organisation',\s*'=',/

/** Tables that belong to no organisation. */
const COMMON = new Set(['organisations', 'migrations'])
/** Tables where the SHA-256 of a secret finds the row, and with it the organisation: nobody names one. */
const BY_SECRET = new Set(['tokens', 'join_tokens'])

/** Every query that reads, changes or removes rows, from the source of the store. */
export function findQueries({ path, text }: RepositoryFile): StoreQuery[] {
  return [...text.matchAll(START)].map((match) => ({
    path,
    table: match[1] ?? '',
    chain: text.slice(match.index, endOfChain(text, match.index)),
  }))
}

/** Tells whether a query reaches rows of one organisation only. */
export function isKeyed({ table, chain }: StoreQuery): boolean {
  if (COMMON.has(table) || KEY.test(chain)) return true
  // Which organisations there are is no organisation's own.
  if (/^\.selectFrom\(\w+\)\s*\.select\('organisation'\)\.distinct\(\)\.execute\(\)$/.test(chain)) return true
  return BY_SECRET.has(table) && /\.where\(\s*'hash',\s*'=',/.test(chain)
}

// The end of `.name(...)` links that follow one another, whatever stands inside their parentheses.
function endOfChain(text: string, from: number): number {
  const link = /\s*\.\w+\(/y
  let at = from
  for (;;) {
    link.lastIndex = at
    const found = link.exec(text)
    if (found === null) return at
    at = link.lastIndex
    for (let depth = 1; depth > 0 && at < text.length; at += 1) {
      if (text[at] === '(') depth += 1
      if (text[at] === ')') depth -= 1
    }
  }
}
