import { parseArgs } from 'node:util'
import { systemClock } from '@vedette/proto/clock'
import { toExplanation } from './explain.ts'
import { createLineSplitter, type Unit } from './split-lines.ts'
import { createWorkerEngine, RedactionError } from './worker-engine.ts'

const MAX_WHOLE = 64 * 1024 * 1024
const EXIT = Object.freeze({ ok: 0, failed: 1, usage: 2 })

// The redactor as a process: standard input through the agent's own engine to standard output. Lines by default; with
// --json the whole input is one JSON value; --explain tells kind and rule of each finding on standard error. A line that
// cannot be redacted is not written, and the exit code is 1.
const engine = createWorkerEngine({ clock: systemClock })
// The command that started this process talks to it no further than its end.
process.on('disconnect', () => process.exit(EXIT.failed))
process.exitCode = await run()
await engine.close()
process.removeAllListeners('disconnect')
if (process.connected) process.disconnect()

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { json: { type: 'boolean', default: false }, explain: { type: 'boolean', default: false } },
    strict: false,
  })
  process.stdin.setEncoding('utf8')
  return values.json === true ? redactWhole(values.explain === true) : redactLines(values.explain === true)
}

async function redactWhole(explain: boolean): Promise<number> {
  const chunks: string[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    size += String(chunk).length
    if (size > MAX_WHOLE) return fail('the input is over 64 MiB', EXIT.usage)
    chunks.push(String(chunk))
  }
  const value = parse(chunks.join(''))
  if (value === undefined)
    return fail('the input is not one JSON value; leave out --json to read lines', EXIT.usage)
  try {
    const redacted = await engine.redact(value, { mode: 'body', investigation: 'pipe', explain })
    for (const finding of redacted.findings ?? []) process.stderr.write(`${toExplanation(1, finding)}\n`)
    await write(`${JSON.stringify(redacted.value)}\n`)
    return EXIT.ok
  } catch (error) {
    return fail(toReason(error), EXIT.failed)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function redactLines(explain: boolean): Promise<number> {
  const splitter = createLineSplitter()
  let line = 1
  let exit: number = EXIT.ok
  async function handle(units: readonly Unit[]): Promise<void> {
    for (const unit of units) {
      if (!(await redactUnit(unit, line, explain))) exit = EXIT.failed
      line += unit === null ? 1 : unit.split('\n').length - 1
    }
  }
  for await (const chunk of process.stdin) await handle(splitter.push(String(chunk)))
  await handle(splitter.end())
  return exit
}

async function redactUnit(unit: Unit, line: number, explain: boolean): Promise<boolean> {
  if (unit === null) {
    fail(`line ${line} is over 8 MiB and was not written`, EXIT.failed)
    return false
  }
  const text = unit.replace(/\r?\n$/, '')
  try {
    const { value, findings = [] } = await engine.redact(text, {
      mode: 'body',
      investigation: 'pipe',
      explain,
    })
    for (const finding of findings) process.stderr.write(`${toExplanation(line, finding)}\n`)
    await write(`${String(value)}${unit.slice(text.length)}`)
    return true
  } catch (error) {
    fail(`line ${line}: ${toReason(error)}`, EXIT.failed)
    return false
  }
}

function toReason(error: unknown): string {
  return error instanceof RedactionError && error.why === 'redaction_budget'
    ? 'took more than the budget of redaction and was not written'
    : 'could not be redacted and was not written'
}

function fail(message: string, exit: number): number {
  process.stderr.write(`${message}\n`)
  return exit
}

function write(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve())
  })
}
