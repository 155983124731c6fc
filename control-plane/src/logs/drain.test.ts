import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDrain } from './drain.ts'
import { foldTraces, type Line } from './lines.ts'
import { toTemplates } from './templates.ts'

function templatesOf(messages: readonly string[]): Map<string, number> {
  const drain = createDrain()
  const groups = messages.map((message) => drain.add(message))
  const counted = new Map<string, number>()
  for (const { tokens } of groups) counted.set(tokens.join(' '), (counted.get(tokens.join(' ')) ?? 0) + 1)
  return counted
}

export function line(message: string, seconds = 0, more: Partial<Line['line']> = {}): Line {
  const at = Date.UTC(2030, 0, 15, 11) + seconds * 1000
  const nothing = { id: null, service: null, workload: null, host: null, source: null, trace_id: null }
  const own = { ...nothing, at: new Date(at).toISOString(), severity: null, message, attributes: {}, ...more }
  return { line: own, instance: 'loki', agent: 'eu-1', at }
}

test('lines that differ in what varies have one template, and others their own', () => {
  assert.deepEqual(
    templatesOf([
      'connected to 10.0.0.1:5432 in 12ms as alice',
      'connected to 10.0.0.2:5432 in 7ms as bob',
      'connected to 10.9.0.2:5432 in 7ms as bob',
      'job 8f14e45f-ceea-467f-a0e6-1f0bdb0f5c2b failed',
      'job 9a14e45f-ceea-467f-a0e6-1f0bdb0f5c2b failed',
      'shutting down now',
      'out of memory',
    ]),
    new Map([
      ['connected to <*> in <*> as <*>', 3],
      ['job <*> failed', 2],
      ['shutting down now', 1],
      ['out of memory', 1],
    ]),
  )
})

test('every line is in exactly one template, whatever it holds, and equal lines in the same', () => {
  const words = [
    'a',
    'b',
    '7',
    '',
    ' ',
    '\n',
    '<*>',
    '__proto__',
    '\u0000',
    'x'.repeat(5000),
    'é',
    '{',
    '"k":1',
  ]
  let seed = 7
  const next = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % max
  }
  const messages = Array.from({ length: 3000 }, () =>
    Array.from({ length: next(6) }, () => words[next(words.length)]).join(' '),
  )
  const drain = createDrain()
  const first = new Map(messages.map((message) => [message, drain.add(message)]))
  for (const [message, group] of first)
    assert.equal(drain.add(message), group, JSON.stringify(message.slice(0, 80)))
})

test('a stack trace folds into the line that it belongs to, of its own stream', () => {
  const pod = (message: string, seconds: number, host: string) => line(message, seconds, { host })
  const newestFirst = [
    pod('GET / 200', 5, 'b'),
    pod('Caused by: java.io.IOException: no route', 4, 'a'),
    pod('\tat app.Main.run(Main.java:7)', 3, 'a'),
    pod('  at noise of b', 2, 'b'),
    pod('java.lang.IllegalStateException: broken', 1, 'a'),
  ]
  const folded = foldTraces(newestFirst).map(({ line: { message }, trace }) => [message, trace.length])
  assert.deepEqual(folded, [
    ['GET / 200', 0],
    ['  at noise of b', 0],
    ['java.lang.IllegalStateException: broken', 2],
  ])
})

test('what is new is known only where the time before was read whole', () => {
  const lines = foldTraces([line('disk full on 3', 9), line('disk full on 4', 8), line('login of 7', 3)])
  const before = foldTraces([line('login of 9', -50)])
  const newOf = (whole: boolean | null) =>
    toTemplates({
      lines,
      whole: true,
      before: whole === null ? null : { lines: before, whole },
    }).templates.map((row) => [row.template, row.n, row.new])
  assert.deepEqual(newOf(true), [
    ['disk full on <*>', 2, true],
    ['login of <*>', 1, false],
  ])
  assert.deepEqual(newOf(false), [
    ['disk full on <*>', 2, null],
    ['login of <*>', 1, false],
  ])
  assert.deepEqual(
    newOf(null).map((row) => row[2]),
    [null, null],
  )
})
