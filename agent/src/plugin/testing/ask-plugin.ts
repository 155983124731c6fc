import { systemClock } from '@vedette/proto/clock'
import { OPERATIONS } from '@vedette/proto/operations'
import { type Cleanup, registerUndo } from '@vedette/test/kit'
import type { PluginSettings } from '../../config/index.ts'
import { createHost, createInstance, type Instance, type RunResult } from '../../host/index.ts'
import { probeInstance } from '../../prober/probe.ts'
import { createInlineEngine, createRedactor, openRedacted, type SafeAnswer } from '../../redactor/index.ts'
import { createPlugin } from '../create-plugin.ts'

type Extras = Readonly<{
  expect?: Readonly<Record<string, string>>
  connector?: string
  builtIn?: readonly string[]
  config?: Readonly<Record<string, unknown>>
}>

export type Asker = Readonly<{
  instance: Instance
  probe(): ReturnType<typeof probeInstance>
  run(options?: RunOptions): Promise<RunResult>
  // The answer as it would leave the agent.
  leave(options?: RunOptions): Promise<SafeAnswer>
}>

type RunOptions = Readonly<{
  arguments?: Readonly<Record<string, unknown>>
  budgetMs?: number
  signal?: AbortSignal
  operation?: string
}>

// An instance as the agent makes it of an entry that names this plugin, asked over the agent's own host.
export function createAsker(t: Cleanup, settings: PluginSettings, extras: Extras = {}): Asker {
  const { expect = null, connector = null, builtIn = ['host'], config = {} } = extras
  const plugin = createPlugin({ settings, instance: 'side', connector, expect, builtIn })
  const instance = createInstance(
    { instance: 'side', connector: plugin, config, secrets: [], expect, covers: [] },
    { clock: systemClock, enableWrites: OPERATIONS.map(({ id }) => id) },
  )
  const host = createHost(systemClock, [instance])
  registerUndo(t, () => host.close())
  const redactor = createRedactor(createInlineEngine())
  const probe = () => probeInstance(systemClock, instance, 5_000)

  async function run(options: RunOptions = {}): Promise<RunResult> {
    const served = instance.served.get(options.operation ?? 'host.disks.list')
    if (served === undefined) throw new Error('it is not served')
    return host.run({
      instance,
      served,
      arguments: options.arguments ?? {},
      scopes: [],
      budgetMs: options.budgetMs ?? 5_000,
      signal: options.signal ?? new AbortController().signal,
      onVendorCall: () => {},
    })
  }

  return {
    instance,
    probe,
    run,
    async leave(options) {
      const result = await run(options)
      if (result.kind !== 'answered') throw new Error('it was refused')
      return openRedacted(await redactor.redactAnswer(result.draft))
    },
  }
}

// The words of a result's parts, with why; a refusal is `refused`.
export function wordsOf(result: RunResult): readonly string[] {
  if (result.kind === 'refused') return ['refused']
  return result.draft.parts.map(({ state, why }) => (why === undefined ? state : `${state} ${why}`))
}
