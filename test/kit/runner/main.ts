import { FAULTS } from '../../house/faults.ts'
import { printRows } from '../../house/rows.ts'
import { THREATS } from '../../house/threats.ts'
import { checkRows } from './check-rows.ts'
import { listTestFiles, PHASES } from './files.ts'
import { runSteps } from './steps.ts'
import { addCounts, NO_COUNTS, runTests, type TestCounts } from './tests.ts'

const STOP_MS = 3_000
const failures: string[] = []
const say = (line: string) => {
  if (line.startsWith('not ok')) failures.push(line)
  process.stdout.write(`${line}\n`)
}
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    stop.abort(new Error(`ended by ${signal}`))
    // The test files end with the abort; Node's own stream of events may not.
    setTimeout(() => process.exit(1), STOP_MS).unref()
  })

const onlyCheck = process.argv[2] === 'check'
const failedSteps = await runSteps({ say, onlyCheck, signal: stop.signal })
let counts: TestCounts = NO_COUNTS
const passed = new Set<string>()
if (!onlyCheck && !stop.signal.aborted) {
  for (const phase of PHASES) {
    const files = listTestFiles(phase)
    say(`== ${phase.name}: ${files.length} test files`)
    counts = addCounts(counts, await runTests({ files, phase, passed, say, signal: stop.signal }))
  }
  say(`${printRows('threats', THREATS)}\n${printRows('faults', FAULTS)}`)
  const problems = checkRows(passed)
  for (const problem of problems) say(`not ok ${problem}`)
  counts = addCounts(counts, { ...NO_COUNTS, tests: 1, [problems.length === 0 ? 'passed' : 'failed']: 1 })
}
if (failedSteps.length > 0) say(`failed before the tests: ${failedSteps.join(', ')}`)
// Again at the end, where they are found first.
for (const failure of [...failures]) say(failure)
if (!onlyCheck) printClosing(counts)
const isGood = failedSteps.length === 0 && counts.failed === 0 && counts.cancelled === 0
process.exitCode = isGood && !stop.signal.aborted ? 0 : 1

// The same closing lines as the test runner's own TAP report.
function printClosing(total: TestCounts): void {
  say(`# tests ${total.tests}`)
  say(`# suites ${total.suites}`)
  say(`# pass ${total.passed}`)
  say(`# fail ${total.failed}`)
  say(`# cancelled ${total.cancelled}`)
  say(`# skipped ${total.skipped}`)
  say(`# todo ${total.todo}`)
  say(`# duration_ms ${Math.round(performance.now())}`)
}
