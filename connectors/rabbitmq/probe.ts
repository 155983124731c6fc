import { probeWith } from '@vedette/connectors/kit'
import {
  type CallContext,
  type ProbeResult,
  type RefusedOperation,
  SourceError,
} from '@vedette/proto/connector'
import type { RabbitmqClient } from './client.ts'
import { readNodes } from './nodes.ts'
import { readOverview } from './overview.ts'
import { toScope } from './reading.ts'

// Reads the overview and the nodes over the client of real calls. A user that may not see the nodes is `degraded`.
export function probeRabbitmq(client: RabbitmqClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const { rabbitmq_version: version } = await readOverview(client, context)
    const refused = await readNodes(client, context).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof SourceError && error.state === 'forbidden') return error
        throw error
      },
    )
    const shown = version == null ? {} : { version: version.slice(0, 64) }
    return {
      health: refused === undefined ? 'up' : 'degraded',
      ...(refused === undefined ? {} : { code: refused.state, forbidden: [toRefused(refused)] }),
      scopes: [toScope(client)],
      servers: [{ name: client.instance, health: 'up', ...shown }],
    }
  })
}

function toRefused({ carried: { missing } }: SourceError): RefusedOperation {
  return { operation: 'brokers.health', ...(missing === undefined ? {} : { missing }) }
}
