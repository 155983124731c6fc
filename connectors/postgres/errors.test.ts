import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ArgumentError, SourceError } from '@vedette/proto/connector'
import { toPostgresError, toStatementError } from './errors.ts'

const FACTS = { credential: 'shop-db', waited: 12.4 }

// An error as the client library gives one of the server.
function serverError(code: string): Error {
  return Object.assign(new Error('canary of the server'), { severity: 'ERROR', code })
}

describe('an error of the server', () => {
  for (const [code, state, carried] of [
    ['28P01', 'unauthorized', { credential: 'shop-db' }],
    ['28000', 'unauthorized', { credential: 'shop-db' }],
    ['42501', 'forbidden', { missing: 'pg_monitor' }],
    ['3D000', 'unusable', { why: 'scope_mismatch', code: 'database_unknown' }],
    ['53300', 'throttled', { by: 'vendor' }],
    ['57014', 'timed_out', { why: 'statement_timeout', phase: 'first_byte', waited_ms: 12 }],
    ['55P03', 'timed_out', { why: 'lock_timeout', phase: 'first_byte', waited_ms: 12 }],
    ['42703', 'not_served', { why: 'this version of the server lacks it' }],
    ['57P01', 'upstream_failed', { errno: 'SQLSTATE_57P01' }],
    ['57P03', 'upstream_failed', { errno: 'SQLSTATE_57P03' }],
    ['53100', 'upstream_failed', { errno: 'SQLSTATE_53100' }],
    ['XX000', 'upstream_failed', { errno: 'SQLSTATE_XX000' }],
    ['40001', 'upstream_failed', { errno: 'SQLSTATE_40001' }],
  ] as const) {
    test(`${code} is ${state}, without its text`, () => {
      const error = toPostgresError(serverError(code), FACTS)
      assert.ok(error instanceof SourceError)
      assert.deepEqual([error.state, error.carried], [state, carried])
      assert.doesNotMatch(error.message, /canary/)
    })
  }

  test('about a statement of the caller is an error of the argument', () => {
    const facts = { ...FACTS, field: 'sql', relations: ['orders', 'odd name'] }
    for (const code of ['42P01', '42703', '42601', '22012', '25006']) {
      const error = toStatementError(serverError(code), facts)
      assert.ok(error instanceof ArgumentError, code)
      assert.deepEqual([error.field, /canary/.test(error.message + error.fix)], ['sql', false])
    }
    const refused = toStatementError(serverError('42501'), facts)
    assert.ok(refused instanceof SourceError)
    assert.deepEqual(refused.carried, { missing: 'SELECT on the tables of the statement' })
  })
})

describe('an error without a code of the server', () => {
  for (const [error, state, carried] of [
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'upstream_failed', { errno: 'ECONNREFUSED' }],
    [new Error('Connection terminated unexpectedly'), 'upstream_failed', { errno: 'ECONNRESET' }],
    [
      new Error('The server does not support SSL connections'),
      'upstream_failed',
      { errno: 'TLS_NOT_OFFERED' },
    ],
    [
      new Error('SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature does not match'),
      'unauthorized',
      { credential: 'shop-db' },
    ],
    [new Error('received invalid response: 4a'), 'unusable', { why: 'unparseable' }],
  ] as const) {
    test(`that says "${error.message.slice(0, 40)}" is ${state}`, () => {
      const told = toPostgresError(error, FACTS)
      assert.ok(told instanceof SourceError)
      assert.deepEqual([told.state, told.carried], [state, carried])
    })
  }
})
