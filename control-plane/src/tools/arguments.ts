import {
  type FieldMeta,
  fieldRegistry,
  type OperationDefinition,
  type ScopeKind,
  type WindowBounds,
} from '@vedette/proto/operations'
import { z } from 'zod'
import type { Routing } from '../dispatch/types.ts'
import { invalidArgument, quoteInput } from './error.ts'
import { nearestNames } from './nearest.ts'
import { parseInstant, refuseAround, toRfc3339 } from './time.ts'
import { resolveWindow, type Window } from './window.ts'

export type RoutingKey = keyof Routing
export type Detail = 'brief' | 'full'

// Routing arguments that a tool shows, by what its sources are a view of.
export const ROUTING_BY_SCOPE: Readonly<Record<ScopeKind, readonly RoutingKey[]>> = Object.freeze({
  agent: ['agent'],
  host: ['host'],
  cluster: ['cluster'],
  backend: ['backend'],
  account: ['account', 'region'],
  instance: ['instance'],
  server: ['server'],
})

// What a tool call asks for once every argument has been read.
export type ToolArguments = Readonly<{
  // For the agent: parsed by the operation's input, times in UTC.
  input: Readonly<Record<string, unknown>>
  routing: Routing
  detail: Detail
  window: Window | null
  // The effective arguments as answers show them, and the names of those that were our defaults.
  asked: Readonly<Record<string, unknown>>
  defaulted: readonly string[]
}>

// Epoch milliseconds: what `now` means, and the present where that is a little later; and the zone in which the
// organisation writes naive times.
export type ArgumentContext = Readonly<{ now: number; present?: number; zone: string }>

const DETAIL = ['brief', 'full'] as const

// What a tool takes: its own arguments, the bounds of its window, and the routing arguments beside them.
export type Taken = Readonly<{
  input: z.ZodObject
  window?: WindowBounds
  routes: readonly RoutingKey[]
}>

// Reads a tool call's arguments. Throws ToolFault `invalid_argument` naming the first wrong field and its fix.
export function parseToolArguments(
  operation: OperationDefinition,
  written: unknown,
  context: ArgumentContext,
): ToolArguments {
  return parseTaken({ ...operation, routes: ROUTING_BY_SCOPE[operation.scope] }, written, context)
}

// The same for a tool that is no operation's own. Throws ToolFault `invalid_argument`.
export function parseTaken(taken: Taken, written: unknown, context: ArgumentContext): ToolArguments {
  const args = toRecord(written)
  const shape = taken.input.shape
  const routes = taken.routes.filter((key) => !Object.hasOwn(shape, key))
  checkNames(args, [...Object.keys(shape), ...routes, 'detail'])
  const routing = parseRouting(args, routes)
  const detail = parseDetail(args['detail'])
  const times = resolveTimes(taken, args, context)
  const given = Object.fromEntries(
    Object.keys(shape).flatMap((key) => (args[key] === undefined ? [] : [[key, args[key]]])),
  )
  const parsed = taken.input.safeParse({ ...given, ...times.input })
  if (!parsed.success) throw toFault(parsed.error, args)
  const input = parsed.data as Readonly<Record<string, unknown>> // an object schema's output is an object
  return {
    input,
    routing,
    detail,
    window: times.window,
    asked: { ...input, ...routing },
    defaulted: [
      ...Object.keys(input).filter((key) => args[key] === undefined),
      ...(routes.some((key) => args[key] !== undefined) ? [] : routes.slice(0, 1)),
    ],
  }
}

// Arguments must be one JSON object; absent means none.
export function toRecord(written: unknown): Readonly<Record<string, unknown>> {
  if (written === undefined || written === null) return {}
  if (typeof written === 'object' && !Array.isArray(written)) return written as Record<string, unknown> // checked on this line
  throw invalidArgument({
    field: 'arguments',
    message: 'arguments must be an object',
    fix: 'send one JSON object of named arguments',
  })
}

// Refuses the first name that is not in `known`, naming the nearest one. Throws ToolFault.
export function checkNames(args: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  const unknown = Object.keys(args).find((key) => !known.includes(key))
  if (unknown === undefined) return
  const field = unknown.slice(0, 100)
  if (unknown === 'around') throw refuseAround(field)
  const [nearest] = nearestNames(unknown, known, 1)
  throw invalidArgument({
    field,
    message: `unknown argument ${quoteInput(unknown)}`,
    fix: nearest === undefined ? 'send no arguments' : `did you mean ${nearest}? remove or rename it`,
    choices: known,
  })
}

// The kind that a field was marked with, looked up through optional, default and nullable wrappers.
export function kindOf(schema: unknown): FieldMeta['kind'] {
  for (let one = schema; one instanceof z.ZodType; one = unwrap(one)) {
    const kind = fieldRegistry.get(one)?.kind
    if (kind !== undefined) return kind
  }
  return undefined
}

function unwrap(schema: z.ZodType): unknown {
  const wraps =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
  return wraps ? schema.unwrap() : undefined
}

function parseRouting(args: Readonly<Record<string, unknown>>, keys: readonly RoutingKey[]): Routing {
  const routing: { -readonly [K in RoutingKey]?: string | readonly string[] } = {}
  for (const key of keys) {
    const value = splitNames(args[key])
    if (value === undefined) continue
    if (
      isName(value) ||
      (Array.isArray(value) && value.length > 0 && value.length <= 200 && value.every(isName))
    )
      routing[key] = value
    else
      throw invalidArgument({
        field: key,
        message: `${key} must be a name or a list of names`,
        fix: `list_scopes names every ${key} that can be asked`,
      })
  }
  return routing
}

// Plain names between commas are several; a label selector, which may hold commas too, stays one.
function splitNames(value: unknown): unknown {
  return typeof value === 'string' && /^[^\s,=!()]+(?:\s*,\s*[^\s,=!()]+)+$/.test(value)
    ? value.split(',').map((name) => name.trim())
    : value
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= 512
}

function parseDetail(value: unknown): Detail {
  if (value === undefined) return 'brief'
  const found = DETAIL.find((one) => one === value)
  if (found !== undefined) return found
  throw invalidArgument({
    field: 'detail',
    message: 'detail must be brief or full',
    fix: 'leave it out for brief',
    choices: DETAIL,
  })
}

function resolveTimes(
  { input: own, window: bounds }: Taken,
  args: Readonly<Record<string, unknown>>,
  context: ArgumentContext,
): Readonly<{ input: Record<string, string>; window: Window | null }> {
  const input: Record<string, string> = {}
  let window: Window | null = null
  const kinds = Object.entries(own.shape).map(([name, schema]) => [name, kindOf(schema)] as const)
  const nameOf = (kind: FieldMeta['kind']) => kinds.find(([, one]) => one === kind)?.[0]
  for (const [name, kind] of kinds) {
    if (kind !== 'instant' || args[name] === undefined) continue
    input[name] = toRfc3339(parseInstant(args[name], { ...context, field: name }).at)
  }
  const from = nameOf('window_from')
  const to = nameOf('window_to')
  if (bounds !== undefined && from !== undefined && to !== undefined) {
    window = resolveWindow({ from: args[from], to: args[to], bounds, ...context })
    input[from] = window.from
    input[to] = window.to
  }
  return { input, window }
}

// The first issue of a failed parse as the one error shape; values are never repeated.
function toFault(error: z.ZodError, args: Readonly<Record<string, unknown>>): Error {
  const issue = error.issues[0]
  const field = (issue?.path ?? []).map(String).join('.').slice(0, 128) || 'arguments'
  const missing = issue?.path.length === 1 && args[String(issue.path[0])] === undefined
  const message = missing ? `${field} is required` : `${field}: ${issue?.message ?? 'not valid'}`
  const choices = issue?.code === 'invalid_value' ? issue.values.map(String) : []
  return invalidArgument({
    field,
    message: message.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 300),
    fix: missing ? `give ${field}` : 'list_catalog with tool shows the whole input schema of a tool',
    choices,
  })
}
