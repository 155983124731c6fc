import { askHalf, probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import { buildInfo } from './answers.ts'
import { type LokiClient, toScope } from './client.ts'
import { askLabels } from './filters.ts'

const HOUR_MS = 3_600_000

// Lists the labels of the last hour over the client of real calls. The version is only for show.
export function probeLoki(client: LokiClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const to = context.clock.now()
    await askLabels(client, { window: { from: to - HOUR_MS, to }, context })
    const build = await askHalf({}, () =>
      client.ask({ path: ['status', 'buildinfo'], schema: buildInfo, context }),
    )
    const version = build.value?.version ?? ''
    const shown = version === '' ? {} : { version: version.slice(0, 64) }
    return { health: 'up', scopes: [toScope(client)], servers: [{ name: 'loki', health: 'up', ...shown }] }
  })
}
