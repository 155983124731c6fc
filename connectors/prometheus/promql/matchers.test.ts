import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Matcher, matchesEmpty, nameMatcher, renderSelector } from './matchers.ts'
import { parseExpression } from './parse.ts'
import { scopeExpression } from './scope.ts'
import { listSelectors } from './selectors.ts'
import { decodeString, encodeString } from './strings.ts'

// Set to 100000 in long runs.
const RUNS = Number(process.env.VEDETTE_FUZZ_RUNS ?? 2000)

const HOSTILE = [
  '"',
  "'",
  '`',
  '\\',
  '\\"',
  '"}',
  '} or up{a="',
  '"} or vector(1) # ',
  '\n',
  '\r\n',
  '\0',
  '#',
  '/* */',
  '=~".*"',
  '!=',
  ',',
  '{{',
  '\u2028',
  '\u00a0',
  '\ufeff',
  '\u202e',
  '\\x41',
  '\\101',
  '\\u0041',
  '😀',
]
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 4 })), { maxLength: 8 })
    .map((some) => some.join('')),
)
const label = fc.oneof(
  fc.constantFrom('job', 'on', 'by', 'inf', 'nan', 'and', 'bool', 'offset', '__name__', '_'),
  text.filter((one) => one !== ''),
)
const operator = fc.constantFrom('=', '!=', '=~', '!~')
const matcher: fc.Arbitrary<Matcher> = fc.record({
  label,
  op: operator as fc.Arbitrary<Matcher['op']>,
  value: text,
})

describe('encoding into PromQL', () => {
  test('any text in a string literal reads back as itself', () => {
    fc.assert(
      fc.property(text, (value) => {
        assert.equal(decodeString(encodeString(value)), value)
      }),
      { numRuns: RUNS },
    )
  })

  test('any matchers make one selector that holds exactly them', () => {
    fc.assert(
      fc.property(fc.array(matcher, { maxLength: 4 }), text, (matchers, metric) => {
        const all = [nameMatcher(metric === '' ? 'm' : metric), ...matchers]
        const selectors = listSelectors(parseExpression(renderSelector(all)))
        assert.equal(selectors.length, 1)
        assert.deepEqual(new Set(selectors[0]?.matchers.map(toKey)), new Set(all.map(toKey)))
        assert.equal(selectors[0]?.matchers.length, all.length)
      }),
      { numRuns: RUNS },
    )
  })

  test('half of a surrogate pair is refused', () => {
    assert.throws(() => encodeString('\ud800'), { name: 'ArgumentError', field: 'match' })
  })

  test('nothing that narrows is refused, and what cannot match an absent label is not', () => {
    assert.throws(() => renderSelector([]), { field: 'match' })
    assert.throws(() => renderSelector([{ label: 'a', op: '=~', value: '.*' }]), { field: 'match' })
    assert.equal(renderSelector([{ label: 'a', op: '=~', value: 'x|y' }]), '{a=~"x|y"}')
  })

  test('keywords stay names of metrics and labels', () => {
    assert.equal(renderSelector([nameMatcher('sum')]), 'sum')
    assert.equal(renderSelector([nameMatcher('nan')]), '{__name__="nan"}')
    assert.equal(renderSelector([nameMatcher('a.b')]), '{__name__="a.b"}')
    assert.equal(
      renderSelector([nameMatcher('up'), { label: 'k8s.pod', op: '=', value: 'x' }]),
      'up{"k8s.pod"="x"}',
    )
  })
})

describe('scoping', () => {
  const enforced: Matcher[] = [
    { label: 'tenant', op: '=', value: 'a"}\\' },
    { label: 'env', op: '!=', value: 'prod' },
  ]
  const holder = fc.constantFrom(
    (one: string) => one,
    (one: string) => `sum by (x) (rate(${one}[5m])) or vector(1)`,
    (one: string) => `absent(${one} offset 5m) # ${one.replaceAll('\n', ' ')}`,
    (one: string) => `label_replace(${one}, "a", "$1", "b", "(.*)")`,
    (one: string) => `${one} / on (job) group_left ${one} @ end()`,
    (one: string) => `max_over_time(${one}[1h:5m])`,
  )

  test('every selector of any expression holds the enforced matchers beside its own', () => {
    fc.assert(
      fc.property(fc.array(matcher, { maxLength: 3 }), holder, (matchers, hold) => {
        const parsed = parseExpression(hold(renderSelector([nameMatcher('m'), ...matchers])))
        const before = listSelectors(parsed)
        const after = listSelectors(parseExpression(scopeExpression(parsed, enforced)))
        assert.equal(after.length, before.length)
        for (const [index, one] of after.entries()) {
          const own = before[index]?.matchers ?? []
          assert.deepEqual(one.matchers.map(toKey).sort(), [...own, ...enforced].map(toKey).sort())
        }
      }),
      { numRuns: RUNS },
    )
  })

  test('tricks with the scoped label, comments, quotes and empty braces cannot widen it', () => {
    const only: Matcher[] = [{ label: 't', op: '=', value: 'a' }]
    for (const [expr, scoped] of [
      ['up{t!="a"}', 'up{t="a",t!="a"}'],
      ['up{t=~".*"}', 'up{t="a",t=~".*"}'],
      ['up{}', 'up{t="a"}'],
      ['{__name__=~".+",}', '{t="a",__name__=~".+",}'],
      ['up{t="a"} or up{t="b"}', 'up{t="a",t="a"} or up{t="a",t="b"}'],
      ['up # }\n or down', 'up{t="a"}  \n or down{t="a"}'],
      ['up{x=`}"`}', 'up{t="a",x="}\\""}'],
      ["up{x='\\'} or up{'}", 'up{t="a",x="\'} or up{"}'],
      ['{"odd.name"}', '{t="a","odd.name"}'],
    ] as const)
      assert.equal(scopeExpression(parseExpression(expr), only), scoped)
  })

  test('info() is refused when narrowed, and stays when not', () => {
    const parsed = parseExpression('info(up)')
    assert.throws(() => scopeExpression(parsed, [{ label: 't', op: '=', value: 'a' }]), { field: 'expr' })
    assert.equal(scopeExpression(parsed), 'info(up)')
  })

  test('a string whose escapes two parsers could read differently is refused', () => {
    for (const expr of ['up{a="\\q"}', 'up{a="\\xff"}', 'up{a="\\ud800"}'])
      assert.throws(
        () => scopeExpression(parseExpression(expr)),
        { name: 'ArgumentError', field: 'expr' },
        expr,
      )
    assert.equal(scopeExpression(parseExpression('up{a="\\x41\\101\\u0041\\U0001F600"}')), 'up{a="AAA😀"}')
  })
})

describe('reading expressions', () => {
  test('a syntax error names its line and column', () => {
    for (const [expr, place] of [
      ['sum((', 'line 1, column 6'],
      ['up{job="a"', 'line 1, column 11'],
      ['sum(up)\n  by (', 'line 2, column 7'],
    ] as const)
      assert.throws(() => parseExpression(expr), { code: 'invalid_argument', message: new RegExp(place) })
  })

  test('text of another language is named as such', () => {
    for (const [expr, language] of [
      ['{app="x"} |= "err"', 'LogQL'],
      ['sum(rate({app="x"} | json | level="error" [5m]))', 'LogQL'],
      ['sum:trace.http.request.hits{service:web}.as_rate()', 'Datadog'],
      ['{ .service.name = "x" }', 'TraceQL'],
      ['SELECT count(*) FROM x', 'SQL'],
    ] as const)
      assert.throws(() => parseExpression(expr), { code: 'wrong_dialect', message: new RegExp(language) })
  })

  test('a selector knows how far back it looks', () => {
    const reach = (expr: string) => {
      const [one] = listSelectors(parseExpression(expr))
      return [one?.range, one?.offset, one?.timed]
    }
    assert.deepEqual(reach('up'), [0, 0, true])
    assert.deepEqual(reach('rate(up[1h30m] offset 1d)'), [5400, 86_400, true])
    assert.deepEqual(reach('max_over_time(rate(up[5m])[1h:1m] offset -10m)'), [300, -600, false])
    assert.deepEqual(reach('up @ 1600000000'), [0, 0, false])
    assert.deepEqual(reach('rate(up[5m + 1m])'), [0, 0, false])
  })

  test('a matcher that an absent label meets proves nothing by finding none', () => {
    const meets = (op: Matcher['op'], value: string) => matchesEmpty({ label: 'a', op, value })
    assert.deepEqual(
      [
        meets('=', ''),
        meets('=', 'x'),
        meets('!=', 'x'),
        meets('=~', 'x|'),
        meets('=~', 'x|y'),
        meets('!~', 'x'),
        meets('!~', '.*'),
      ],
      [true, false, true, true, false, true, false],
    )
    assert.equal(meets('=~', '(?i)x'), false)
  })
})

function toKey({ label: name, op, value }: Matcher): string {
  return JSON.stringify([name, op, value])
}
