import type { AuditPage } from '../../api/index.ts'

type Row = AuditPage['rows'][number]

export const KINDS = Object.freeze([
  'call',
  'operation',
  'intent',
  'outcome',
  'security',
  'start',
] as const satisfies readonly Row['kind'][])

export const FAULTS: Readonly<Record<string, string>> = Object.freeze({
  edited: 'a row is not what its hash says',
  unlinked: 'a row does not follow the one before it: one was removed, added or moved',
  truncated: 'rows are missing at its end',
  head_missing: 'it has no signed head',
  head_forged: 'no key of this organisation signed its head',
  head_behind: 'rows stand after its signed head',
})

export type Filter = Readonly<{
  kind: string
  principal: string
  action: string
  agent: string
  call: string
  from: string
  to: string
}>
export const NO_FILTER: Filter = Object.freeze({
  kind: '',
  principal: '',
  action: '',
  agent: '',
  call: '',
  from: '',
  to: '',
})
export const LIMIT = 500

// The address of the rows that fit; a time that is no time is left as it was typed, so that the server refuses it.
export function toPath(filter: Filter): string {
  const given = Object.entries(filter).flatMap(([key, value]) => {
    const text = value.trim()
    if (text === '') return []
    return [[key, key === 'from' || key === 'to' ? toInstant(text) : text]]
  })
  return `/api/v1/audit?${new URLSearchParams([...given, ['limit', String(LIMIT)]])}`
}

// Intents among these rows that no row closes. Only of rows that are not filtered, where every later row is there too.
export function findOpenIntents(rows: readonly Row[]): ReadonlySet<string> {
  const closed = new Set(rows.flatMap(({ intent }) => (intent === undefined ? [] : [intent])))
  const open = rows.filter(({ kind, writer, seq }) => kind === 'intent' && !closed.has(`${writer}/${seq}`))
  return new Set(open.map(keyOfRow))
}

// A row's place: its writer's chain and number.
export function keyOfRow({ writer, seq }: Pick<Row, 'writer' | 'seq'>): string {
  return `${writer}/${seq}`
}

function toInstant(text: string): string {
  const ms = Date.parse(text)
  return Number.isFinite(ms) ? new Date(ms).toISOString() : text
}
