import { create } from '@bufbuild/protobuf'
import type { Clock } from '@vedette/proto/clock'
import type { PluginTestReport } from '@vedette/proto/connector'
import type { PluginSettings } from '../../config/index.ts'
import { askOnce } from '../calls.ts'
import { createChannel } from '../channel.ts'
import {
  DescribeRequestSchema,
  type DescribeResponse,
  ProbeRequestSchema,
  type ProbeResponse,
} from '../connector-pb.ts'
import { type Description, judgeDescription } from '../judge-description.ts'
import { judgeProbe } from '../judge-probe.ts'
import { CONNECTOR_METHODS } from '../service.ts'
import { checkOutput, checkRefusal, checkUnknown, leaveCalls, type Stand, type Verdict } from './check-run.ts'
import { makeArguments } from './make-arguments.ts'

export type SuiteOptions = Readonly<{
  clock: Clock
  settings: PluginSettings
  config: Readonly<Record<string, unknown>>
  // By operation id, in place of those that are made up.
  arguments: Readonly<Record<string, unknown>>
  builtIn: readonly string[]
}>

const DESCRIBE_MS = 5_000
const PROBE_MS = 10_000

type Check = PluginTestReport['checks'][number]

// Runs the conformance suite of connectors in other processes; never rejects. What could not be seen is `skipped`, and
// a plugin of which no output was seen is not `ok`.
export async function runSuite(options: SuiteOptions): Promise<PluginTestReport> {
  const { clock, settings, config, builtIn } = options
  const channel = createChannel(settings, 'plugin')
  const checks: Check[] = []
  const note = (check: string, { outcome, detail }: Verdict, operation: string | null = null) =>
    void checks.push({ check, operation, outcome, detail })
  let description: Description | null = null
  try {
    const stand: Stand = {
      client: await channel.open(),
      clock,
      configJson: Buffer.from(JSON.stringify(config)),
    }
    const said = await describe(stand)
    if (said === null)
      note(
        'describe',
        fail(`it did not answer Describe within ${DESCRIBE_MS / 1000} s; does it listen there?`),
      )
    else {
      description = judgeDescription(said, { taken: builtIn, wanted: null })
      note('describe', judgeSaid(description))
      for (const { name, code } of description?.ignored ?? []) note('describe', fail(`${name}: ${code}`))
    }
    if (description !== null) await checkAll({ stand, description, note, given: options.arguments })
  } catch {
    note('connect', fail('the files of mutual TLS cannot be read or used; check their paths'))
  } finally {
    channel.close()
  }
  const seen = checks.some((one) => one.check === 'output' && one.outcome === 'passed')
  return {
    connector: description?.id ?? null,
    version: description?.version ?? null,
    operations: description?.operations.map(({ id }) => id) ?? [],
    checks,
    ok: seen && checks.every((one) => one.outcome !== 'failed'),
  }
}

type Suite = Readonly<{
  stand: Stand
  description: Description
  note(check: string, verdict: Verdict, operation?: string): void
  given: SuiteOptions['arguments']
}>

async function checkAll({ stand, description, note, given }: Suite): Promise<void> {
  note('probe', await checkProbe(stand, description))
  note('unknown_operation', await checkUnknown(stand))
  for (const operation of description.operations) {
    const input = Object.hasOwn(given, operation.id) ? given[operation.id] : makeArguments(operation)
    const isValid = operation.input.safeParse(input).success
    note('invalid_arguments', await checkRefusal(stand, operation), operation.id)
    if (!isValid) {
      const detail = 'no valid arguments could be made up; give some with --arguments'
      note('output', { outcome: 'skipped', detail }, operation.id)
      continue
    }
    note('output', await checkOutput(stand, operation, input), operation.id)
    await leaveCalls(stand, operation, input)
    const lives = (await describe(stand)) !== null
    const detail =
      'after 20 calls whose callers went away it does not answer any more; stop work when a call is cancelled'
    note('cancelled_calls', lives ? PASSED : fail(detail), operation.id)
  }
}

const PASSED: Verdict = Object.freeze({ outcome: 'passed', detail: '' })

function fail(detail: string): Verdict {
  return { outcome: 'failed', detail }
}

function judgeSaid(description: Description | null): Verdict {
  if (description === null)
    return fail('its id must be lower case letters, digits and dashes, and no id of a built-in connector')
  return description.operations.length > 0
    ? PASSED
    : fail('it serves no operation of the catalogue of this release')
}

async function describe({ client, clock, configJson }: Stand): Promise<DescribeResponse | null> {
  const bounds = { signal: new AbortController().signal, deadline: clock.now() + DESCRIBE_MS }
  const request = create(DescribeRequestSchema, { configJson })
  return askOnce(client, CONNECTOR_METHODS.describe, request, bounds).catch(() => null)
}

async function checkProbe({ client, clock, configJson }: Stand, description: Description): Promise<Verdict> {
  const bounds = { signal: new AbortController().signal, deadline: clock.now() + PROBE_MS }
  const request = create(ProbeRequestSchema, { configJson })
  const said: ProbeResponse | null = await askOnce(client, CONNECTOR_METHODS.probe, request, bounds).catch(
    () => null,
  )
  if (said === null) return fail(`it did not answer Probe within ${PROBE_MS / 1000} s`)
  const { health, code } = judgeProbe(said, description)
  return health === 'up'
    ? PASSED
    : fail(`the probe says ${health} (${code}); test it where its backend answers`)
}
