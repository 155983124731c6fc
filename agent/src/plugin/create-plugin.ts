import { type Connector, defineConnector, type Served } from '@vedette/proto/connector'
import type { OperationDefinition } from '@vedette/proto/operations'
import { z } from 'zod'
import type { PluginSettings } from '../config/index.ts'
import { createPluginClient, type PluginClient } from './client.ts'
import { judgeDescription } from './judge-description.ts'

export type PluginEntry = Readonly<{
  settings: PluginSettings
  instance: string
  // The id that its description must give; null takes the first that it gives, and no other afterwards.
  connector: string | null
  expect: Readonly<Record<string, string>> | null
  // Ids of the connectors that are built in: no plugin passes for one.
  builtIn: readonly string[]
}>

const configSchema = z.record(z.string(), z.unknown())

// A connector in another process. What it is and serves is known only while it answers, and can change when it is
// started anew: `id` and `operations` are as the last probe found them, and before the first one nothing is served.
export function createPlugin({ settings, instance, connector, expect, builtIn }: PluginEntry): Connector {
  let id = connector
  let known = ''
  let operations: readonly Served<PluginClient>[] = []

  // What is served stays the same object while it is the same.
  function take(found: readonly OperationDefinition[]): void {
    const ids = found.map((one) => one.id).join()
    if (ids === known) return
    known = ids
    operations = found.map(toServed)
  }

  return defineConnector<Record<string, unknown>, PluginClient>({
    get id() {
      return id ?? instance
    },
    title: 'Connector in another process',
    config: configSchema,
    get operations() {
      return operations
    },
    connect: (config, context) => createPluginClient({ settings, config, expect, context }),
    probe: (client, context) =>
      client.probe(context, (said) => {
        const description = judgeDescription(said, { taken: builtIn, wanted: id })
        id = description?.id ?? id
        take(description?.operations ?? [])
        return description
      }),
    async close(client) {
      client.close()
    },
  })
}

function toServed(operation: OperationDefinition): Served<PluginClient> {
  return Object.freeze({
    operation,
    run: (client: PluginClient, input: unknown, context: Parameters<Served<PluginClient>['run']>[2]) => {
      // It searches in what it reads, hidden or not: taking this tells whoever watches that a text was looked for.
      void context.visible
      return client.run(operation, operation.input.parse(input), context)
    },
  })
}
