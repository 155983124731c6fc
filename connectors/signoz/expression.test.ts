import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkFilter, checkKey, encodeText, equals, join, matches } from './expression.ts'

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom("'", '\\', '"', "' OR '1' = '1", ')', '(', 'AND', '\n', '--', '\u0000'), {
      maxLength: 8,
    })
    .map((all) => all.join('')),
)

test('a text placed into a filter is one literal that reads back as exactly that text', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      fc.pre(!/^[$[]|^\{\{/.test(value))
      const filter = join([...equals('service.name', value, 'service'), 'severity_number >= 17'])
      const literal =
        /^service\.name = ('(?:[^'\\]|\\.)*') AND severity_number >= 17$/s.exec(filter)?.[1] ?? ''
      assert.equal(literal.slice(1, -1).replaceAll(/\\(.)/gs, '$1'), value)
      assert.equal(checkFilter(filter), filter)
    }),
    { numRuns: 20_000, seed: 13 },
  )
})

test('a text that SigNoz would take for a variable, or half a character, is refused', () => {
  for (const text of ['$all', '$service', '[[x]]', '{{x}}', '\ud800'])
    assert.throws(() => encodeText(text, 'service'), { field: 'service' }, text)
})

test("a field's name is no way out of a condition, and no word of the language", () => {
  for (const key of ["a'", 'a b', 'x = 1 OR y', '', 'or', 'NOT', 'a(', 'has', 'a.'])
    assert.throws(() => checkKey(key, 'group_by'), { field: 'group_by' }, key)
  assert.deepEqual(matches([{ label: 'http.route', op: '!~', value: 'a|b' }]), [
    "http.route NOT REGEXP '^(?:a|b)$'",
  ])
})

test('a filter of another language, or one that does not close, is refused before it is sent', () => {
  for (const query of ['{app="x"} |= "y"', 'rate(x[5m])', 'select * from logs', 'service:shop'])
    assert.throws(() => checkFilter(query), { code: 'wrong_dialect' }, query)
  for (const query of ["a = 'b", '(a = 1', 'a = "b'])
    assert.throws(() => checkFilter(query), { code: 'invalid_argument' }, query)
})
