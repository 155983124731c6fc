import { type SealedAnswer, sealOwnAnswer } from '../answers/index.ts'
import { checkNames, type Detail, toRecord } from './arguments.ts'
import { invalidArgument } from './error.ts'
import { DETAIL_SCHEMA, type JsonSchema } from './schema.ts'
import { toRfc3339 } from './time.ts'

export type OwnArguments = Readonly<{
  text: Readonly<Record<string, string | undefined>>
  page: number
  detail: Detail
}>

// The input schema of a tool that asks no agent: optional texts by name, a page, and detail.
export function toOwnSchema(texts: Readonly<Record<string, string>>): JsonSchema {
  const properties = Object.entries(texts).map(([name, description]) => [
    name,
    { type: 'string', description },
  ])
  return Object.freeze({
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      page: { type: 'integer', default: 1 },
      detail: DETAIL_SCHEMA,
    },
  })
}

// Reads the arguments of such a tool. Throws ToolFault `invalid_argument`.
export function parseOwnArguments(written: unknown, names: readonly string[]): OwnArguments {
  const args = toRecord(written)
  checkNames(args, [...names, 'page', 'detail'])
  const text = Object.fromEntries(names.map((name) => [name, toText(name, args[name])]))
  return { text, page: toPage(args['page']), detail: toDetail(args['detail']) }
}

// Seals what the control plane itself knows; `items` of 0 is an empty answer, proved by our own list.
export function sealOwn(
  facts: Readonly<{
    tool: string
    args: OwnArguments
    body: Readonly<Record<string, unknown>>
    items: number
    // Epoch milliseconds.
    now: number
    narrow: readonly string[]
    max?: number
  }>,
): SealedAnswer {
  const { args, items, now } = facts
  const asOf = { as_of: toRfc3339(now), operation: facts.tool, connector: 'control_plane' } as const
  const given = Object.entries(args.text).filter(([, value]) => value !== undefined)
  return sealOwnAnswer({
    body: facts.body,
    source:
      items > 0
        ? { ...asOf, state: 'read', items }
        : { ...asOf, state: 'empty', items: 0, proof: 'enumerated' },
    now,
    asked: { ...Object.fromEntries(given), ...(args.page > 1 ? { page: args.page } : {}) },
    defaulted: [],
    window: null,
    detail: args.detail,
    narrow: facts.narrow,
    ...(facts.max === undefined ? {} : { max: facts.max }),
  })
}

// One page of a list in its fixed order, with the exact total and the next page where there is one.
export function toPageOf<T>(items: readonly T[], page: number, size: number) {
  const start = (page - 1) * size
  const shown = items.slice(start, start + size)
  const more = start + shown.length < items.length
  return { shown, total: items.length, ...(more ? { next_page: page + 1 } : {}) }
}

function toText(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'string' && value.length > 0 && value.length <= 256) return value
  throw invalidArgument({
    field: name,
    message: `${name} must be a short text`,
    fix: `leave ${name} out for all`,
  })
}

function toPage(value: unknown): number {
  if (value === undefined) return 1
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 10_000) return value
  throw invalidArgument({
    field: 'page',
    message: 'page must be an integer of 1 or more',
    fix: 'use next_page',
  })
}

function toDetail(value: unknown): Detail {
  if (value === undefined || value === 'brief') return 'brief'
  if (value === 'full') return 'full'
  throw invalidArgument({
    field: 'detail',
    message: 'detail must be brief or full',
    fix: 'leave it out for brief',
    choices: ['brief', 'full'],
  })
}
