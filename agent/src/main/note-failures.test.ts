import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Part } from '@vedette/proto/visibility'
import { noteFailures } from './note-failures.ts'

// What is done of these parts, in order.
function noted(...parts: readonly Omit<Part, 'scope'>[]): readonly string[] {
  const done: string[] = []
  noteFailures(
    'prometheus',
    parts.map((part) => ({ scope: {}, ...part })),
    {
      health: {
        noteUnauthorized: () => done.push('instance'),
        noteServerUnauthorized: (_, server) => done.push(server),
      },
      recheck: () => done.push('probe'),
    },
  )
  return done
}

test('a refused credential moves the server that refused it, or the instance where no server is named', () => {
  const read = { state: 'read', items: 1, as_of: 'now' } as const
  const refused = { state: 'unauthorized', credential: 'c' } as const
  assert.deepEqual(noted({ ...refused, server: 'alertmanager' }), ['alertmanager'])
  assert.deepEqual(noted(read, { ...refused, server: 'alertmanager' }), ['alertmanager'])
  assert.deepEqual(noted(refused), ['instance'])
  assert.deepEqual(noted(read, refused), [], 'a part of what is read in parts may be refused by itself')
  assert.deepEqual(noted(read), [])
})

test('a lost connection is looked at by a probe; an answer that says that it failed is not', () => {
  assert.deepEqual(noted({ state: 'upstream_failed', errno: 'ECONNREFUSED' }), ['probe'])
  assert.deepEqual(noted({ state: 'upstream_failed', status: 503 }), [])
})
