import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { matchesEmpty, readMatchers, renderSelector } from './matchers.ts'
import {
  filtersLinesOnly,
  hasFallback,
  listSelectors,
  parseQuery,
  parseSelector,
  readLineFilters,
  renderLineFilter,
  scopeQuery,
} from './parse.ts'

const TRICKS = [
  '"',
  '\\',
  '`',
  '}',
  '"} or {a="',
  '" or vector(1) #',
  '\n',
  '\u0000',
  '!=',
  '=~',
  '#',
  '\u2028',
  '😀',
]
const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...TRICKS), { maxLength: 8 }).map((all) => all.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
)

describe('values placed into LogQL', () => {
  test('100,000 hostile values come back from the parser as one matcher and one filter of exactly that value', () => {
    let tried = 0
    fc.assert(
      fc.property(hostile, (value) => {
        tried++
        const matcher = { label: 'app', op: '=' as const, value: value === '' ? 'x' : value }
        const text = `${renderSelector([matcher])} ${renderLineFilter('|=', value, 'contains')}`
        const parsed = parseQuery(text)
        assert.deepEqual(listSelectors(parsed), [[matcher]])
        assert.deepEqual(readLineFilters(parsed), [value])
        assert.equal(scopeQuery(parsed, []), text)
      }),
      { numRuns: 100_000, seed: 13 },
    )
    assert.equal(tried, 100_000)
  })

  test('half a surrogate pair and a label that is none are errors of the argument', () => {
    assert.throws(() => renderLineFilter('|=', '\ud800', 'contains'), { field: 'contains' })
    for (const label of ['a b', 'a"', '1a', 'a-b', '', 'a}', 'sum'])
      if (label !== 'sum')
        assert.throws(() => renderSelector([{ label, op: '=', value: 'x' }]), { field: 'label' }, label)
  })
})

describe('an enforced matcher', () => {
  const enforced = [{ label: 'tenant', op: '=' as const, value: 'a' }]
  test('is added to every selector, whatever the query says of the same label', () => {
    for (const query of [
      '{tenant=~".+"}',
      '{app="x", tenant!="a"}',
      '{app="x"} # {tenant="b"}\n |= "}"',
      'sum(rate({app="x"}[5m])) or vector(1)',
      'sum(rate({app=`x`}[5m])) / sum(rate({tenant="b"} |= "`" [5m]))',
    ]) {
      const scoped = parseQuery(scopeQuery(parseQuery(query), enforced))
      for (const matchers of listSelectors(scoped)) assert.deepEqual(matchers[0], enforced[0], query)
    }
  })

  test('keeps the filters that follow, and drops comments', () => {
    const scoped = scopeQuery(parseQuery('{app="x"} # nothing\n|~ `a|b` | json'), enforced)
    assert.match(scoped, /^\{tenant="a", app="x"\}\s+\|~ `a\|b` \| json$/)
  })
})

describe('queries of callers', () => {
  test('another language is refused by name', () => {
    for (const [query, language] of [
      ['sum(rate(http_requests_total[5m]))', 'PromQL'],
      ['up', 'PromQL'],
      ['{ span.http.status_code = 500 }', 'TraceQL'],
      ['select * from logs', 'SQL'],
      ['service:shop status:error', 'Datadog'],
    ] as const)
      assert.throws(() => parseQuery(query), { code: 'wrong_dialect', message: new RegExp(language) }, query)
    assert.throws(() => parseQuery('{app="x"'), { code: 'invalid_argument', field: 'query' })
    assert.throws(() => parseQuery(''), { field: 'query' })
  })

  test('a selector that every stream meets is refused', () => {
    for (const query of ['{app=~".*"}', '{app=""}', '{app!="x"}'])
      assert.throws(() => listSelectors(parseQuery(query)), { field: 'query' }, query)
    assert.equal(matchesEmpty({ label: 'a', op: '=~', value: '(' }), true)
  })

  test('a source is one selector and nothing more', () => {
    assert.deepEqual(parseSelector('{app="x"}', 'source'), [{ label: 'app', op: '=', value: 'x' }])
    for (const text of ['{app="x"} |= "y"', 'rate({app="x"}[1m])', 'app', '{app="x"} | json'])
      assert.throws(() => parseSelector(text, 'source'), { field: 'source' }, text)
  })

  test('labels that a stage reads, and values made of nothing, are told apart from plain filters', () => {
    assert.equal(filtersLinesOnly(parseQuery('{a="b"} |= "x" != "y"')), true)
    assert.equal(filtersLinesOnly(parseQuery('{a="b"} | levle="error"')), false)
    assert.equal(hasFallback(parseQuery('sum(rate({a="b"}[5m])) or vector(0)')), true)
    assert.equal(hasFallback(parseQuery('sum(rate({a="b"}[5m]))')), false)
    const node = parseQuery('{a="\\ud800"}')
      .tree.topNode.firstChild?.getChild('LogExpr')
      ?.getChild('Selector')
    assert.equal(node === null || node === undefined ? 0 : readMatchers(node, '{a="\\ud800"}'), undefined)
  })
})
