import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meetsAll } from './matching.ts'

test('an absent label reads as empty, patterns match the whole value, and doubt hides', () => {
  const meets = (
    op: '=' | '!=' | '=~' | '!~',
    value: string,
    labels = { tenant: 'ab' } as Record<string, string>,
  ) => meetsAll(labels, [{ label: 'tenant', op, value }])
  assert.deepEqual(
    [meets('=', 'ab'), meets('=', 'a'), meets('!=', 'a'), meets('=', '', {})],
    [true, false, true, true],
  )
  assert.deepEqual(
    [meets('=~', 'a'), meets('=~', 'a.'), meets('!~', 'a'), meets('!~', 'a.')],
    [false, true, true, false],
  )
  assert.deepEqual([meets('=~', '(?i)AB'), meets('!~', '(?i)AB')], [false, false])
  assert.equal(meetsAll({}, []), true)
})
