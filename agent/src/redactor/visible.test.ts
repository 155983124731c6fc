import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVisible, MAX_VISIBLE } from './visible.ts'

test('a text shows what may leave, and NUL for each value that may not', () => {
  const visible = createVisible()
  assert.equal(visible('run --db-pass hunterA1 --port 5432'), 'run --db-pass \0 --port 5432')
  assert.equal(visible('mail to bob.miller@example.com bounced'), 'mail to \0 bounced')
  assert.equal(visible('value <none> of <pod>'), 'value <none> of <pod>')
})

test('addresses and own patterns are hidden as the configuration says', () => {
  assert.equal(createVisible()('from 52.1.2.3 ok'), 'from \0 ok')
  const findCustom = (text: string) => [{ start: 0, end: text.indexOf(' '), kind: 0, rule: 'custom' }]
  assert.equal(createVisible({ addresses: 'keep', findCustom })('ACME-1 from 52.1.2.3'), '\0 from 52.1.2.3')
})

test('a line that is too long shows its head, without a word that the cut goes through', () => {
  const text = `${'w '.repeat(MAX_VISIBLE / 2 - 4)}password=hunter2`
  const seen = createVisible()(text)
  assert.equal(seen.includes('passw'), false)
  assert.ok(seen.startsWith('w w w') && seen.length > MAX_VISIBLE - 16)
})
