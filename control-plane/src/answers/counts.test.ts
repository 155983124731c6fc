import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNT_FIELDS, OPERATIONS } from '@vedette/proto/operations'
import { type Part, type Source, seen } from '@vedette/proto/visibility'
import { z } from 'zod'
import { toReadBody } from './body.ts'
import { isRecord, type JsonValue } from './json.ts'

const AS_OF = '2030-01-15T12:00:00Z'
const GAPS: readonly Partial<Part>[] = [
  { state: 'unproven', items: 0, why: 'metric_unknown' },
  { state: 'truncated', cap: 'rows', at_least: 0 },
  { state: 'stale', newest_at: AS_OF, lag_ms: 1 },
  { state: 'forbidden', status: 403 },
  { state: 'timed_out', waited_ms: 5, phase: 'body' },
]

type Schema = Readonly<{
  type?: unknown
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: Schema | boolean
}>

// A value with `n` at each number that is no list's, and `n` of one key where keys are free.
function fill(schema: Schema, n: number): JsonValue {
  const own = [schema.type].flat()
  if (own.includes('number') || own.includes('integer')) return n
  if (schema.anyOf !== undefined)
    return schema.anyOf.map((one) => fill(one, n)).find((one) => one !== null) ?? null
  if (schema.properties !== undefined)
    return Object.fromEntries(Object.entries(schema.properties).map(([key, one]) => [key, fill(one, n)]))
  const more = schema.additionalProperties
  return typeof more === 'object' ? { some: fill(more, n) } : own.includes('array') ? [] : null
}

// The body of one operation's answer with `n` everywhere, read beside a gap.
function bodyOf(operation: (typeof OPERATIONS)[number], n: number, gap: Partial<Part> | undefined) {
  const common = { scope: {}, operation: operation.id, connector: 'x', agent: 'a', role: 'input' }
  const read = { ...common, state: 'read', items: 1, as_of: AS_OF } as Source // a whole part
  const missing = gap === undefined ? [] : [{ ...common, ...gap } as Source] // a state with its own fields
  const schema = z.toJSONSchema(operation.output, { unrepresentable: 'any', reused: 'inline' }) as Schema // JSON Schema
  const outcome = seen<unknown>(fill(schema, n), [read, ...missing])
  const instance = { agent: 'a', agent_name: 'a', instance: 'x', connector: 'x', outcome, meta: null }
  const request = { operation, role: 'input', arguments: {}, routing: {} } as const
  return toReadBody({ request, instances: [instance] }, 'full') ?? {}
}

function at(body: JsonValue | undefined, path: string): readonly JsonValue[] {
  const [key = '', ...rest] = path.split('.')
  const value = isRecord(body) ? (body as Readonly<Record<string, JsonValue>>)[key] : undefined // JSON all the way
  if (rest.length > 0) return at(value, rest.join('.'))
  if (value === undefined) return []
  return isRecord(value) && !('at_least' in value) ? Object.values(value) : [value]
}

const countsOf = (body: JsonValue) =>
  COUNT_FIELDS.flatMap((path) => at(body, path).filter((value) => !Array.isArray(value)))

test('no declared count of any operation is a zero, or exact, beside a part that was not read', () => {
  for (const operation of OPERATIONS)
    for (const gap of GAPS) {
      const name = `${operation.id} beside ${gap.state}`
      for (const count of countsOf(bodyOf(operation, 0, gap))) assert.equal(count, null, name)
      for (const count of countsOf(bodyOf(operation, 3, gap)))
        assert.ok(count === null || JSON.stringify(count) === '{"at_least":3}', `${name}: ${count}`)
    }
})

test('each declared count stands in some operation, exact where all was read', () => {
  const bodies = OPERATIONS.map((operation) => bodyOf(operation, 3, undefined))
  for (const path of COUNT_FIELDS)
    assert.ok(
      bodies.some((body) => at(body, path).includes(3)),
      path,
    )
})
