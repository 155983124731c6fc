import { ArgumentError } from '@vedette/proto/connector'

const MAX_OFFSET = 100_000

// The row that a cursor reads on at. Throws ArgumentError for one that no answer gave.
export function readOffset(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const offset = /^\d{1,6}$/.test(cursor) ? Number(cursor) : Number.NaN
  if (offset <= MAX_OFFSET) return offset
  throw new ArgumentError({
    field: 'cursor',
    message: 'cursor is not one that this operation gave',
    fix: 'leave cursor out to start at the first page',
  })
}
