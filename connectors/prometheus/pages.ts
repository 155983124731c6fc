import { sliceByKey } from '@vedette/connectors/kit'

type PageInput = Readonly<{ limit: number; cursor?: string | undefined }>

// One page of rows held whole, ordered by a text key that tells any two apart. A page past the last one is no proof
// that there is nothing: its `proof` replaces the operation's own.
export function pageBy<T>(rows: readonly T[], keyOf: (row: T) => string, input: PageInput) {
  const { rows: shown, total, cursor } = sliceByKey(rows, (row) => [keyOf(row)], input)
  const past = shown.length === 0 && total > 0 ? { proof: { unproven: 'past_the_last_page' } } : {}
  const page = { total, ...(cursor === undefined ? {} : { cursor }) }
  return { rows: shown, page, past }
}
