import { probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import { type McpClient, toScope } from './client.ts'
import { toChanged } from './judge.ts'

// Lists the tools over the client of real calls. A configured tool that is absent or changed makes the server degraded.
export function probeMcp(client: McpClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(() =>
    client.run(context, async (session) => {
      const seen = await session.listTools()
      const isShort = seen.length < client.config.tools.length || toChanged(seen).length > 0
      return {
        health: isShort ? 'degraded' : 'up',
        ...(isShort ? { code: 'unusable' } : {}),
        scopes: [toScope(client)],
        servers: [
          {
            ...{ name: client.instance, health: 'up' },
            ...(session.version === null ? {} : { version: session.version }),
          },
        ],
      }
    }),
  )
}
