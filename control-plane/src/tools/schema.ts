import type { OperationDefinition } from '@vedette/proto/operations'
import { z } from 'zod'
import { kindOf, ROUTING_BY_SCOPE, type RoutingKey, type Taken } from './arguments.ts'
import { TIME_FORMS } from './time.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

const toText = (description: string): JsonSchema => Object.freeze({ type: 'string', description })

// Shown as one text, which every client can write; a list is read too.
const ROUTING: Readonly<Record<RoutingKey, JsonSchema>> = Object.freeze({
  agent: toText('Agent name, or several: a,b'),
  host: toText('Default: all'),
  cluster: toText('Cluster alias, several (a,b), a label selector or "all"'),
  backend: toText('Needed when several serve this'),
  account: toText('Account, several (a,b) or "all"'),
  region: toText('Region, or several: a,b'),
  instance: toText('Instance name'),
  server: toText('Server name'),
})
const FROM = toText(`Start: ${TIME_FORMS}`)
const TO = toText('End (default now)')
const SHARED: ReadonlySet<unknown> = new Set([...Object.values(ROUTING), FROM, TO])

// Tells whether a parameter is shown alike by every tool that takes it.
export function isSharedSchema(schema: unknown): boolean {
  return SHARED.has(schema)
}

// What every tool that reads takes beside its own arguments.
export const DETAIL_SCHEMA: JsonSchema = Object.freeze({ type: 'string', enum: ['brief', 'full'] })

type Kind = ReturnType<typeof kindOf>

// Largest integer that zod writes as a bound when there is none.
const NO_BOUND = Number.MAX_SAFE_INTEGER

// The input schema of an operation's tool: the operation's own, times as plain strings, routing and detail added.
export function toInputSchema(operation: OperationDefinition): JsonSchema {
  return toTakenSchema({ ...operation, routes: ROUTING_BY_SCOPE[operation.scope] })
}

// The same for a tool that is no operation's own.
export function toTakenSchema({ input, routes }: Taken): JsonSchema {
  const own = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => shrink(jsonSchema),
  })
  const kinds = new Map(Object.entries(input.shape).map(([name, one]) => [name, kindOf(one)]))
  const windowNames = [...kinds].filter(([, kind]) => isWindow(kind)).map(([name]) => name)
  const properties: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(own.properties ?? {}))
    properties[name] = toPropertySchema(name, schema, kinds)
  for (const key of routes) properties[key] ??= ROUTING[key]
  properties['detail'] = DETAIL_SCHEMA
  const required = (own.required ?? []).filter((name) => !windowNames.includes(name))
  return Object.freeze({ type: 'object', properties, ...(required.length > 0 ? { required } : {}) })
}

function isWindow(kind: Kind): boolean {
  return kind === 'window_from' || kind === 'window_to'
}

function toPropertySchema(name: string, schema: unknown, kinds: ReadonlyMap<string, Kind>): unknown {
  const kind = kinds.get(name)
  if (name === 'cursor') return { type: 'string' }
  if (kind === 'window_from') return FROM
  if (kind === 'window_to') return TO
  if (kind !== 'instant') return schema
  const own =
    isObject(schema) && typeof schema['description'] === 'string' ? `${schema['description']}: ` : ''
  return { type: 'string', description: `${own}${TIME_FORMS}` }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Leaves out what costs bytes and tells a caller nothing; the tool still checks all of it.
function shrink(schema: z.core.JSONSchema.BaseSchema): void {
  delete schema.additionalProperties
  delete schema.maxLength
  delete schema.pattern
  delete schema.minLength
  delete schema.minItems
  delete schema.maxItems
  delete schema.propertyNames
  if (schema.maximum === NO_BOUND) delete schema.maximum
  if (schema.minimum === -NO_BOUND) delete schema.minimum
  if (schema.minimum === 0 || (schema.minimum === 1 && schema.type === 'integer')) delete schema.minimum
  if (
    schema.default !== undefined &&
    schema.maximum !== undefined &&
    schema.description?.startsWith('Rows at most')
  )
    delete schema.description
  if (Array.isArray(schema.default) && schema.default.length === 0) delete schema.default
}
