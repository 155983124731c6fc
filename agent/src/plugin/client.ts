import { create } from '@bufbuild/protobuf'
import type { Client } from '@grpc/grpc-js'
import {
  ArgumentError,
  type CallContext,
  type ConnectContext,
  type ProbeResult,
  type Reading,
  SourceError,
} from '@vedette/proto/connector'
import type { OperationDefinition } from '@vedette/proto/operations'
import type { Scope } from '@vedette/proto/visibility'
import type { PluginSettings } from '../config/index.ts'
import { askOnce, streamRun } from './calls.ts'
import { createChannel } from './channel.ts'
import {
  DescribeRequestSchema,
  type DescribeResponse,
  ProbeRequestSchema,
  RunRequestSchema,
} from './connector-pb.ts'
import type { Description } from './judge-description.ts'
import { judgeProbe } from './judge-probe.ts'
import { readRun } from './read-run.ts'
import { CONNECTOR_METHODS } from './service.ts'
import { toSourceError } from './to-source-error.ts'

export type PluginClient = Readonly<{
  // Asks what the plugin is, then how it is; `judge` says what of the description counts.
  probe(context: CallContext, judge: (said: DescribeResponse) => Description | null): Promise<ProbeResult>
  run(operation: OperationDefinition, input: unknown, context: CallContext): Promise<Reading<unknown>>
  close(): void
}>

export type ClientOptions = Readonly<{
  settings: PluginSettings
  config: unknown
  expect: Scope | null
  context: ConnectContext
}>

// Asks one plugin. Each call gets a deadline and is cancelled with its signal; nothing but the instance's own
// settings and the arguments is sent.
export function createPluginClient({ settings, config, expect, context }: ClientOptions): PluginClient {
  const { clock, instance } = context
  const channel = createChannel(settings, instance)
  const configJson = Buffer.from(JSON.stringify(config))
  let proved: readonly Scope[] = []

  async function ask<T>(
    call: CallContext,
    work: (client: Client, waited: () => number) => Promise<T>,
  ): Promise<T> {
    const started = clock.monotonic()
    const waited = () => Math.round(clock.monotonic() - started)
    try {
      return await work(await channel.open(), waited)
    } catch (error) {
      if (error instanceof SourceError || error instanceof ArgumentError) throw error
      if (call.signal.aborted) throw new SourceError('timed_out', { waited_ms: waited(), phase: 'body' })
      throw toSourceError(error, { instance, waitedMs: waited() })
    }
  }

  return Object.freeze({
    probe: (call: CallContext, judge: (said: DescribeResponse) => Description | null) =>
      ask(call, async (client): Promise<ProbeResult> => {
        const { describe, probe } = CONNECTOR_METHODS
        const said = await askOnce(client, describe, create(DescribeRequestSchema, { configJson }), call)
        const description = judge(said)
        if (description === null) return { health: 'down', code: 'unusable', scopes: [] }
        const found = await askOnce(client, probe, create(ProbeRequestSchema, { configJson }), call)
        const result = judgeProbe(found, description)
        proved = result.scopes
        return result
      }),
    run: (operation: OperationDefinition, input: unknown, call: CallContext) =>
      ask(call, async (client, waited) => {
        const { id, contract } = operation
        const argumentsJson = Buffer.from(JSON.stringify(input))
        const request = create(RunRequestSchema, { operation: id, contract, argumentsJson, configJson })
        const facts = () => ({ instance, proved, expect, now: clock.now(), waitedMs: waited() })
        const onAsked = () => call.vendorCall?.()
        return await readRun(streamRun(client, request, call), { facts, onAsked })
      }),
    close: () => channel.close(),
  })
}
