import { join, relative } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'
import { ROOT } from '../root.ts'
import type { Phase } from './files.ts'

/** How many tests ran and how they ended; a suite is not a test. */
export type TestCounts = {
  readonly tests: number
  readonly suites: number
  readonly passed: number
  readonly failed: number
  readonly cancelled: number
  readonly skipped: number
  readonly todo: number
}

/** All counts at zero. */
export const NO_COUNTS: TestCounts = {
  tests: 0,
  suites: 0,
  passed: 0,
  failed: 0,
  cancelled: 0,
  skipped: 0,
  todo: 0,
}

const TEST_TIMEOUT_MS = 3 * 60_000

type TestRun = {
  readonly files: readonly string[]
  readonly phase: Phase
  readonly passed: Set<string>
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

/** Adds two counts. */
export function addCounts(a: TestCounts, b: TestCounts): TestCounts {
  return {
    tests: a.tests + b.tests,
    suites: a.suites + b.suites,
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    cancelled: a.cancelled + b.cancelled,
    skipped: a.skipped + b.skipped,
    todo: a.todo + b.todo,
  }
}

/** The key under which a passed test is remembered: its file from the root and its own name. */
export function toTestKey(file: string, name: string): string {
  return `${file} :: ${name}`
}

/**
 * Runs test files in the given order, one process each, and prints a line a file, every failure in full and
 * every skipped test. Adds each test that passed to `passed`. A test that runs over three minutes fails.
 */
export async function runTests({ files, phase, passed, say, signal }: TestRun): Promise<TestCounts> {
  if (files.length === 0) return NO_COUNTS
  const stream = run({
    files: files.map((file) => join(ROOT, file)),
    concurrency: phase.concurrency,
    timeout: TEST_TIMEOUT_MS,
    signal,
    cwd: ROOT,
  })
  let counts: TestCounts | undefined
  // Node counts a file without any test as one that passed: here it is one that failed.
  const empty: string[] = []
  for await (const event of stream) {
    if (event.type === 'test:pass') {
      const { name, file, skip, todo, details } = event.data
      const path = relative(ROOT, file ?? '')
      if (skip !== undefined) say(`skipped  ${path} > ${name}${toReason(name, skip)}`)
      else if (name === file) empty.push(path)
      else if (todo === undefined && details.type !== 'suite') passed.add(toTestKey(path, name))
    } else if (event.type === 'test:fail') {
      const { name, file, line, details } = event.data
      if (details.error.failureType === 'subtestsFailed') continue
      say(`not ok  ${relative(ROOT, file ?? '')}:${line ?? 0} > ${name}`)
      say(indent(inspect(details.error.cause ?? details.error, { depth: 6 })))
    } else if (event.type === 'test:stdout' || event.type === 'test:stderr') {
      say(indent(event.data.message.trimEnd()))
    } else if (event.type === 'test:summary') {
      const { file, success, duration_ms: ms, counts: found } = event.data
      if (file === undefined) counts = addCounts(found, NO_COUNTS)
      else
        say(`${success ? 'ok' : 'FAILED'}  ${relative(ROOT, file)}  ${found.tests} tests  ${toSeconds(ms)}`)
    }
  }
  for (const path of empty) say(`not ok  ${path} holds no test`)
  const misjudged = { ...NO_COUNTS, passed: -empty.length, failed: empty.length }
  return addCounts(counts ?? { ...NO_COUNTS, tests: 1, cancelled: 1 }, misjudged)
}

function toReason(name: string, skip: boolean | string): string {
  return typeof skip === 'string' && !name.includes(skip) ? `: ${skip}` : ''
}

function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ')
}
