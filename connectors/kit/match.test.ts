import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchVisible } from './match.ts'

const visible = (text: string) => text.replace('hunter2', '\0')

test('a text is found by what may leave of it, and never by what may not', () => {
  const line = 'Login password=hunter2 of web'
  assert.equal(matchVisible({ visible }, line, 'LOGIN'), true)
  assert.equal(matchVisible({ visible }, line, 'of web'), true)
  for (const guess of ['hunter2', 'h', 'password=h', 'password=hunter2', '2 of'])
    assert.equal(matchVisible({ visible }, line, guess), false, guess)
})

test('spaces around the punctuation of JSON do not hide a match', () => {
  const toJson = () => '{"status":500,"password":"\0"}'
  assert.equal(matchVisible({ visible: toJson }, '{"status": 500, "password": "x"}', '"status": 500'), true)
  assert.equal(matchVisible({ visible: toJson }, '{"status": 500, "password": "x"}', '"x"'), false)
})

test('no pattern always holds, and a call that hides nothing is searched as it is', () => {
  assert.equal(matchVisible({ visible }, null, undefined), true)
  assert.equal(matchVisible({}, 'Password=hunter2', 'HUNTER2'), true)
  assert.equal(matchVisible({}, null, 'x'), false)
})
