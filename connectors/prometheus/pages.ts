import { slicePage } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'

type PageInput = Readonly<{ limit: number; cursor?: string | undefined }>

// One page of rows held whole, ordered by a text key that tells any two apart; the cursor is the last row's key.
export function pageBy<T>(rows: readonly T[], keyOf: (row: T) => string, input: PageInput) {
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  const after = input.cursor === undefined ? {} : { after: readCursor(input.cursor) }
  const { rows: shown, ...page } = slicePage(
    rows,
    { keyOf, compare },
    { limit: input.limit, ...after, encode: (key) => `k:${key}` },
  )
  return { rows: shown, page }
}

function readCursor(cursor: string): string {
  if (cursor.startsWith('k:')) return cursor.slice(2)
  throw new ArgumentError({
    field: 'cursor',
    message: 'cursor is not one that this operation gave',
    fix: 'send the cursor of the answer before, unchanged, or none',
  })
}
