import { readFileSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CONNECTORS } from '@vedette/connectors/registry'
import { systemClock } from '@vedette/proto/clock'
import { destination, pino } from 'pino'
import { type AgentConfig, ConfigError, loadAgentConfig } from '../config/index.ts'
import { describeConnectors } from './describe-connectors.ts'
import { EXIT_CODES, type ExitReason } from './exit-codes.ts'
import { runAgent } from './run-agent.ts'
import { tellPermissions } from './tell-permissions.ts'

const LAST_WORDS = Object.freeze({
  stopped: 'stopped',
  superseded: 'a newer process of the same identity took over; this one ends',
  refused: 'enrolment is refused: join again with a new token from vedette token create --join',
} as const)

// The agent as a process: `node agent/src/main/start.ts --config FILE [--check]`. One JSON line an event on stderr;
// with --check only the file is judged, in plain text. How it ends is in EXIT_CODES. With `--describe-connectors` alone it
// prints the connectors that are built in, as JSON, and ends. With `--permissions` alone it reads one request from
// standard input and prints the least permissions of a connector, as JSON. With `--test-plugin` alone it reads one
// request in the same way, runs the conformance suite over gRPC, and prints its report as JSON.
process.exitCode = await start()
process.exit()

async function start(): Promise<number> {
  const { values } = parseArgs({
    options: {
      config: { type: 'string' },
      check: { type: 'boolean', default: false },
      'describe-connectors': { type: 'boolean', default: false },
      permissions: { type: 'boolean', default: false },
      'test-plugin': { type: 'boolean', default: false },
    },
    strict: false,
  })
  if (values['describe-connectors']) {
    // Written at once: the process ends right after, and a pipe would lose what is still on its way.
    writeSync(1, `${JSON.stringify(await describeConnectors(CONNECTORS))}\n`)
    return EXIT_CODES.stopped
  }
  if (values.permissions) return tell((text) => tellPermissions(CONNECTORS, text))
  if (values['test-plugin']) return tell(runPluginTest)
  if (typeof values.config !== 'string') return fail('name the configuration: --config FILE', 'config')
  const config = await load(values.config)
  if (typeof config === 'number' || values.check)
    return typeof config === 'number' ? config : EXIT_CODES.stopped
  return run(config)
}

// One request from standard input, one answer to standard output.
async function tell(answer: (text: string) => Promise<unknown>): Promise<number> {
  try {
    writeSync(1, `${JSON.stringify(await answer(readFileSync(0, 'utf8')))}\n`)
    return EXIT_CODES.stopped
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message, 'config')
    throw error
  }
}

async function runPluginTest(text: string): Promise<unknown> {
  const { testPlugin } = await import('../plugin/conformance/test-plugin.ts')
  return testPlugin(
    text,
    systemClock,
    CONNECTORS.map(({ id }) => id),
  )
}

async function load(path: string): Promise<AgentConfig | number> {
  try {
    return await loadAgentConfig(path, CONNECTORS)
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message, 'config')
    throw error
  }
}

function fail(message: string, reason: ExitReason): number {
  process.stderr.write(`${message}\n`)
  return EXIT_CODES[reason]
}

async function run(config: AgentConfig): Promise<number> {
  // Written at once: the last lines before the end must not be lost.
  const log = pino(
    { level: config.log_level, base: { agent: config.name } },
    destination({ fd: 2, sync: true }),
  )
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stopping.abort())
  try {
    const end = await runAgent(config, { clock: systemClock, signal: stopping.signal, log })
    log[end.reason === 'stopped' ? 'info' : 'error'](end, LAST_WORDS[end.reason])
    return EXIT_CODES[end.reason]
  } catch (error) {
    if (error instanceof ConfigError) {
      for (const fault of error.faults) log.error(fault, 'the configuration cannot be used')
      return EXIT_CODES.config
    }
    // The kind of an unexpected error, never its text: that may hold a secret.
    log.error({ error: error instanceof Error ? error.name : typeof error }, 'ended by an internal error')
    return EXIT_CODES.internal
  }
}
