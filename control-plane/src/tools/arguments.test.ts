import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineOperation, instant, limit, windowFrom, windowTo } from '@vedette/proto/operations'
import { z } from 'zod'
import { parseToolArguments } from './arguments.ts'
import { ToolFault } from './error.ts'
import { toInputSchema } from './schema.ts'

const context = { now: Date.UTC(2030, 0, 15, 12), zone: 'UTC' }

const operation = defineOperation({
  id: 'metrics.sample.read',
  title: 'Sample',
  describe: 'Reads a sample.',
  when: ['sample'],
  contract: 1,
  input: z.strictObject({
    expr: z.string(),
    kind: z.enum(['a', 'b']).optional(),
    at: instant('Instant of the query').optional(),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 500),
  }),
  output: z.object({}),
  scope: 'backend',
  tier: 'read',
  freshness: 1,
  permissions: {},
  proof: 'none',
  window: { defaultSeconds: 3600, maxSeconds: 86_400 },
  since: '0.1.0',
})

function faultOf(args: unknown) {
  try {
    parseToolArguments(operation, args, context)
  } catch (error) {
    if (error instanceof ToolFault) return error.error
    throw error
  }
  return assert.fail('the arguments were taken')
}

test('plain names between commas are several, and a label selector stays whole', () => {
  const routingOf = (backend: unknown) =>
    parseToolArguments(operation, { expr: 'up', backend }, context).routing.backend
  assert.deepEqual(routingOf('eu, us'), ['eu', 'us'])
  for (const whole of ['eu', 'env=prod,tier=web', 'env in (a,b)', 'Prod, EU west', 'eu,'])
    assert.equal(routingOf(whole), whole)
})

test('arguments are split into the operation input, the routing and what was our default', () => {
  const parsed = parseToolArguments(operation, { expr: 'up', backend: ['eu', 'us'], from: '-2h' }, context)
  assert.deepEqual(parsed.input, {
    expr: 'up',
    from: '2030-01-15T10:00:00Z',
    to: '2030-01-15T12:00:00Z',
    limit: 50,
  })
  assert.deepEqual(parsed.routing, { backend: ['eu', 'us'] })
  assert.equal(parsed.detail, 'brief')
  assert.deepEqual(parsed.defaulted, ['to', 'limit'])
  assert.deepEqual(parsed.asked['backend'], ['eu', 'us'])
})

test('a scope that nobody chose is among the defaults', () => {
  assert.deepEqual(parseToolArguments(operation, { expr: 'up' }, context).defaulted, [
    'from',
    'to',
    'limit',
    'backend',
  ])
})

test('an instant is resolved to UTC before it leaves', () => {
  const parsed = parseToolArguments(operation, { expr: 'up', at: '2030-01-15T13:00:00+03:00' }, context)
  assert.equal(parsed.input['at'], '2030-01-15T10:00:00Z')
})

const REFUSED: readonly (readonly [string, unknown, string, RegExp, RegExp])[] = [
  [
    'an unknown argument names the nearest known one',
    { expr: 'up', limt: 3 },
    'limt',
    /unknown argument/,
    /limit/,
  ],
  ['a wrong type names the field', { expr: 3 }, 'expr', /string/, /schema/],
  ['a missing argument says so', {}, 'expr', /required/, /give expr/],
  ['a number out of bounds names the field', { expr: 'up', limit: 0 }, 'limit', /1/, /schema/],
  ['a bad detail names the choices', { expr: 'up', detail: 'all' }, 'detail', /brief or full/, /brief/],
  [
    'a routing argument of another type is refused',
    { expr: 'up', backend: 3 },
    'backend',
    /name/,
    /list_scopes/,
  ],
  ['around is refused for now', { expr: 'up', around: 'inc-1' }, 'around', /not offered/, /from and to/],
  ['a list of arguments is refused', ['up'], 'arguments', /object/, /JSON object/],
]

for (const [name, args, field, message, fix] of REFUSED)
  test(name, () => {
    const error = faultOf(args)
    assert.equal(error.code, 'invalid_argument')
    assert.equal(error.field, field)
    assert.match(error.message, message)
    assert.match(error.fix ?? '', fix)
    assert.equal(error.retryable, false)
  })

test('an unknown enum value lists the choices and never repeats the value', () => {
  const error = faultOf({ expr: 'up', kind: 'sekrit' })
  assert.deepEqual(error.choices, ['a', 'b'])
  assert.doesNotMatch(JSON.stringify(error), /sekrit/)
})

test('an argument name of any length or alphabet is cut and cleaned in the error', () => {
  const error = faultOf({ expr: 'up', [`\u001b[31m${'x'.repeat(5000)}`]: 1 })
  assert.ok(JSON.stringify(error).length < 800)
  assert.ok(!JSON.stringify(error.message).includes('\\u001b'))
})

test('the input schema shows times as plain strings and asks for no window', () => {
  const schema = toInputSchema(operation)
  assert.deepEqual(schema['required'], ['expr'])
  assert.deepEqual(schema['properties'], {
    expr: { type: 'string' },
    kind: { type: 'string', enum: ['a', 'b'] },
    at: { type: 'string', description: 'Instant of the query: RFC 3339, epoch, -90m or now' },
    from: { type: 'string', description: 'Start: RFC 3339, epoch, -90m or now' },
    to: { type: 'string', description: 'End (default now)' },
    limit: { default: 50, type: 'integer', maximum: 500 },
    backend: { type: 'string', description: 'Needed when several serve this' },
    detail: { type: 'string', enum: ['brief', 'full'] },
  })
})
