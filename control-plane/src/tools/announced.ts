import { DETAIL_SCHEMA, isSharedSchema, type JsonSchema } from './schema.ts'
import { toWords } from './search/index.ts'
import type { Tool } from './types.ts'

// What a list of tools carries of one, beside its name and title.
export type Announced = Readonly<{ description: string; inputSchema: JsonSchema }>

// Hints of when to use a tool that a list draws from.
const HINTS = 2
// Words of a parameter's text that tell nothing of it: that a filter narrows, and that without it nothing is left out.
const FILLER = toWords('only these those absent all may read name')

// A tool in as few words as choosing and calling it takes, as every list is paid for in each conversation. What every
// tool takes alike is said once (instructions, list_scopes, get_context), and a word that the name, the title or the
// description says is not said again. The whole of it is told by list_catalog, search_tools and the Catalog page.
export function toAnnounced({ name, title, description, when = [], inputSchema }: Tool): Announced {
  const said = new Set(toWords(`${name} ${title} ${description}`))
  const hints = when.slice(0, HINTS).flatMap((hint) => hint.split(' '))
  const news = [...new Set(hints)].filter((word) => !isSaid(word, said))
  return {
    description: news.length === 0 ? description : `${description} Also: ${news.join(' ')}.`,
    inputSchema: shorten(inputSchema, new Set([...said, ...FILLER])),
  }
}

type Said = ReadonlySet<string>

function isSaid(text: string, said: Said): boolean {
  return toWords(text).every((word) => said.has(word))
}

function shorten(schema: JsonSchema, said: Said): JsonSchema {
  const { properties, items, ...rest } = schema
  return {
    ...rest,
    ...(isRecord(properties) ? { properties: shortenAll(properties, said) } : {}),
    ...(isRecord(items) ? { items: shorten(items, said) } : {}),
  }
}

function shortenAll(properties: JsonSchema, said: Said): JsonSchema {
  const shown = Object.entries(properties).filter(([, schema]) => schema !== DETAIL_SCHEMA)
  return Object.fromEntries(
    shown.map(([name, schema]) => [name, isRecord(schema) ? shortenOne(name, schema, said) : schema]),
  )
}

function shortenOne(name: string, schema: JsonSchema, said: Said): JsonSchema {
  if (isSharedSchema(schema)) return { type: schema['type'] }
  const { description, default: fallback, ...rest } = shorten(schema, said)
  // An answer names the limit that was our default, and a switch that nobody turned is off.
  const isTold = fallback === undefined || fallback === false || name === 'limit'
  const text = typeof description === 'string' ? toShortText(description, schema) : ''
  const news = toNews(text, new Set([...said, ...toWords(name)]))
  return {
    ...rest,
    ...(isTold ? {} : { default: fallback }),
    ...(news === '' ? {} : { description: news }),
  }
}

// Without what the schema says beside it, its default and the members of its items, and without saying that it narrows.
function toShortText(description: string, { default: fallback, items }: JsonSchema): string {
  const text = fallback === undefined ? description : description.replace(/ \(default[^)]*\)/, '')
  return (items === undefined ? text : text.replace(/: \{.*\}$/, '')).replace(/^Only (?:\w+ of )?this /, '')
}

// What a text says beyond what is said: "Queue, by name or id" of a queue is "by name or id". Empty where that is nothing.
function toNews(text: string, said: Said): string {
  if (isSaid(text, said)) return ''
  const [, lead = '', rest = ''] = /^([^,:;(]+), ((?:such as|by|as|exact)\b.*)$/.exec(text) ?? []
  return lead !== '' && isSaid(lead, said) ? rest : text
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
