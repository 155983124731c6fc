import assert from 'node:assert/strict'
import test from 'node:test'
import { fieldRegistry, filter, seconds, wanted, whether } from './fields.ts'
import { freeText, maybe, total } from './values.ts'

test('what a vendor leaves untold is null, never missing, zero or empty', () => {
  for (const [name, field] of Object.entries({ ...maybe, total })) {
    assert.equal(field.safeParse(null).success, true, name)
    assert.equal(field.safeParse(undefined).success, false, name)
  }
})

test('fields that hold what people wrote say so to the redactor, nullable or not', () => {
  const kinds = [freeText, maybe.freeText, maybe.sqlText, maybe.personName, maybe.userHandle]
  assert.deepEqual(
    [...kinds, maybe.clientAddress, maybe.text].map((field) => fieldRegistry.get(field)?.redact),
    ['free_text', 'free_text', 'sql_text', 'person_name', 'user_handle', 'ip_address', undefined],
  )
})

test('a name that is asked for must be said, and a filter or switch need not', () => {
  assert.equal(wanted('Name').safeParse(undefined).success, false)
  assert.equal(wanted('Name').safeParse('').success, false)
  assert.equal(wanted('Name').safeParse('x'.repeat(513)).success, false)
  assert.equal(filter('Only').parse(undefined), undefined)
  assert.equal(filter('Only').safeParse('').success, false)
  assert.equal(whether('Also').parse(undefined), false)
})

test('a span is whole seconds, from none to 400 days', () => {
  assert.equal(seconds('At least').parse(0), 0)
  for (const wrong of [-1, 1.5, 400 * 86_400 + 1])
    assert.equal(seconds('At least').safeParse(wrong).success, false)
})
