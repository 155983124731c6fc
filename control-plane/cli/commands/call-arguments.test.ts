import assert from 'node:assert/strict'
import test from 'node:test'
import { CliError } from '../cli-error.ts'
import { parseCallArguments } from './call-arguments.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    expr: { type: 'string' },
    limit: { type: 'integer' },
    fresh: { type: 'boolean' },
    cluster: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    filter: { type: 'object' },
    detail: { enum: ['brief', 'full'] },
  },
}

const CASES: readonly [pairs: readonly string[], json: string | undefined, expected: object][] = [
  [['expr=sum(up{job="a=b"})'], undefined, { expr: 'sum(up{job="a=b"})' }],
  [['expr=1'], undefined, { expr: '1' }],
  [['limit=5', 'fresh=true'], undefined, { limit: 5, fresh: true }],
  [['limit=many'], undefined, { limit: 'many' }],
  [['cluster=a', 'cluster=b'], undefined, { cluster: ['a', 'b'] }],
  [['cluster=["a","b"]'], undefined, { cluster: '["a","b"]' }],
  [['filter={"a":1}'], undefined, { filter: { a: 1 } }],
  [['detail=full', 'unknown=7'], undefined, { detail: 'full', unknown: '7' }],
  [['limit=9'], '{"expr":"up","limit":1}', { expr: 'up', limit: 9 }],
  [['expr='], undefined, { expr: '' }],
  [['constructor=x'], undefined, { constructor: 'x' }],
]

for (const [pairs, json, expected] of CASES) {
  test(`${pairs.join(' ')}${json ?? ''} becomes ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(parseCallArguments(pairs, json, SCHEMA), expected)
  })
}

for (const [pairs, json] of [
  [['expr'], undefined],
  [['=up'], undefined],
  [[], '[1]'],
  [[], '{"a":'],
] as const) {
  test(`${pairs.join(' ')}${json ?? ''} is a usage error with its fix`, () => {
    assert.throws(
      () => parseCallArguments(pairs, json, SCHEMA),
      (error) => error instanceof CliError && error.exit === 'usage' && error.fix !== null,
    )
  })
}
