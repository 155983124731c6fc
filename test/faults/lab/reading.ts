import { isWhole, isWord, type Word } from './law.ts'

export type Json = Readonly<Record<string, unknown>>

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The rows of a list in an answer, whether it stands as objects or as columns and rows; keys are dotted. */
export function toRows(list: unknown): readonly Json[] {
  if (Array.isArray(list)) return list.filter(isJson).map(toFlat)
  if (!isJson(list) || !Array.isArray(list['cols']) || !Array.isArray(list['rows'])) return []
  const cols = list['cols'].map(String)
  return list['rows'].map((row) => {
    const cells: readonly unknown[] = Array.isArray(row) ? row : []
    return Object.fromEntries(cols.map((col, at) => [col, cells[at]]))
  })
}

function toFlat(row: Json): Json {
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) =>
      isJson(value)
        ? Object.entries(toFlat(value)).map(([inner, one]) => [`${key}.${inner}`, one])
        : [[key, value]],
    ),
  )
}

/** Sources as an answer lists them: counted, with as much of a name as the answer gives. */
export type Listed = Readonly<{
  total: number
  /** Read sources by operation and word; `connectors` as the answer joins them. */
  read: readonly Readonly<{ operation: string; word: Word; n: number; connectors: string }>[]
  unread: readonly Readonly<{
    operation: string
    connector: string
    agent: string | null
    word: Word
    isCovered: boolean
  }>[]
  more: ReadonlyMap<Word, number>
  /** Those of `more` that another source stands for. */
  moreCovered: ReadonlyMap<Word, number>
  /** Words that are none. */
  strange: readonly string[]
}>

/** The account of the sources in an answer. */
export function toListed(answer: Json): Listed {
  const sources = isJson(answer['_sources']) ? answer['_sources'] : {}
  const strange: string[] = []
  const wordOf = (text: unknown): readonly Word[] => {
    if (isWord(text)) return [text]
    strange.push(String(text))
    return []
  }
  const rows = (key: string) => (Array.isArray(sources[key]) ? sources[key].filter(isJson) : [])
  const more = isJson(sources['more']) ? Object.entries(sources['more']) : []
  const covered = isJson(sources['more_covered']) ? Object.entries(sources['more_covered']) : []
  return {
    total: Number(sources['total']),
    read: rows('read').flatMap((row) =>
      wordOf(row['state']).map((word) => ({
        operation: String(row['operation']),
        word,
        n: Number(row['n']),
        connectors: String(row['connector']),
      })),
    ),
    unread: rows('unread').flatMap((row) =>
      wordOf(row['state']).map((word) => ({
        operation: String(row['operation']),
        connector: String(row['connector']),
        agent: typeof row['agent'] === 'string' ? row['agent'] : null,
        word,
        isCovered: row['covered_by'] !== undefined,
      })),
    ),
    more: new Map(more.flatMap(([text, n]) => wordOf(text).map((word) => [word, Number(n)] as const))),
    moreCovered: new Map(
      covered.flatMap(([text, n]) => wordOf(text).map((word) => [word, Number(n)] as const)),
    ),
    strange,
  }
}

/** Every word of the account, once a source, without those that another source stands for. */
export function toWords(listed: Listed): readonly Word[] {
  return [
    ...listed.read.flatMap(({ word, n }) => Array.from({ length: n }, () => word)),
    ...listed.unread.flatMap(({ word, isCovered }) => (isCovered ? (['not_needed'] as const) : [word])),
    ...toRest(listed),
  ]
}

/** What found no room: the covered among them count for nothing. */
function toRest({ more, moreCovered }: Listed): readonly Word[] {
  return [...more].flatMap(([word, n]) => {
    const covered = moreCovered.get(word) ?? 0
    return [
      ...Array.from({ length: n - covered }, () => word),
      ...Array.from({ length: covered }, () => (isWhole(word) ? word : ('not_needed' as const))),
    ]
  })
}
