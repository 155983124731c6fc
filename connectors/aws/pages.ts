import { type Paged, readPages } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import type { Part } from '@vedette/proto/visibility'
import type { Reader } from './connect.ts'
import { need } from './values.ts'

// Items of one kind in one region at most; beyond them the list is cut and says so.
export const MAX_ITEMS = 5000

type Told<T> = Readonly<{ items: readonly T[] | undefined; next: string | undefined }>

// Reads a list to its end or to 5,000 items. A page without its list is `unusable`.
export function collect<T>(ask: (token: string | undefined) => Promise<Told<T>>): Promise<Paged<T>> {
  return readPages(
    async (token) => {
      const { items, next } = await ask(token)
      return { items: need(items), ...(next === undefined || next === '' ? {} : { next }) }
    },
    { maxItems: MAX_ITEMS, maxPages: 100 },
  )
}

// The same list with other items; where its reading stopped stays.
export function mapPaged<T, R>(paged: Paged<T>, map: (items: readonly T[]) => readonly R[]): Paged<R> {
  return { ...paged, items: map(paged.items) }
}

// Two lists that make one: it ended only if both did.
export function joinPaged<A, B>(a: Paged<A>, b: Paged<B>): Paged<A | B> {
  const items = [...a.items, ...b.items]
  return a.stop === 'end' ? { ...b, items } : { ...a, items }
}

// A list that is whole.
export function wholeList<T>(items: readonly T[]): Paged<T> {
  return { items, stop: 'end' }
}

// Reads that add to an answer and may fail alone: what they could not see stands beside it as parts.
export type Notes = Readonly<{
  // What `read` gives, or null when it was blind.
  seek<T>(read: Promise<T>): Promise<T | null>
  parts(): readonly Part[]
}>

// Notes of one region; equal words are kept once.
export function createNotes({ scope }: Pick<Reader, 'scope'>): Notes {
  const parts = new Map<string, Part>()
  return {
    async seek(read) {
      try {
        return await read
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        const part: Part = { scope, state: error.state, ...error.carried }
        parts.set(JSON.stringify(part), part)
        return null
      }
    },
    parts: () => [...parts.values()],
  }
}

// Passes a list that was read to its end. Throws its failure, or `unusable` when it was cut: for answers that would
// read a shorter list as a fact.
export function checkWhole(paged: Paged<unknown>): void {
  if (paged.stop === 'failed') throw paged.error
  if (paged.stop === 'cap') throw new SourceError('unusable', { why: 'too_large' })
}
