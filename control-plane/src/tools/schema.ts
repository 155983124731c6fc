import type { OperationDefinition } from '@vedette/proto/operations'
import { z } from 'zod'
import { kindOf, ROUTING_BY_SCOPE, type RoutingKey, type Taken } from './arguments.ts'
import { TIME_FORMS } from './time.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

const ROUTING_TEXT: Readonly<Record<RoutingKey, string>> = Object.freeze({
  agent: 'Agent name, or several: a,b',
  host: 'Default: all',
  cluster: 'Cluster alias, several (a,b), a label selector or "all"',
  backend: 'Needed when several serve this',
  account: 'Account, several (a,b) or "all"',
  region: 'Region, or several: a,b',
  instance: 'Instance name',
  server: 'Server name',
})

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
  // Shown as one text, which every client can write; a list is read too.
  for (const key of routes) properties[key] ??= { type: 'string', description: ROUTING_TEXT[key] }
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
  if (kind === 'window_from') return { type: 'string', description: `Start: ${TIME_FORMS}` }
  if (kind === 'window_to') return { type: 'string', description: 'End (default now)' }
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
  delete schema.maxItems
  if (schema.maximum === NO_BOUND) delete schema.maximum
  if (schema.minimum === -NO_BOUND) delete schema.minimum
  if (schema.minimum === 1 && schema.type === 'integer') delete schema.minimum
  if (
    schema.default !== undefined &&
    schema.maximum !== undefined &&
    schema.description?.startsWith('Rows at most')
  )
    delete schema.description
  if (Array.isArray(schema.default) && schema.default.length === 0) delete schema.default
}
