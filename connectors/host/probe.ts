import { probeWith, withDeadline } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import type { HostClient } from './client.ts'
import { readText } from './files.ts'

// Reads the load as a real call would, and proves the scope; without an identity the host is `degraded`.
export function probeHost(client: HostClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(() =>
    withDeadline(context, async (_signal, enter) => {
      enter('first_byte')
      if (client.isLinux) await readText(client.root, '/proc/loadavg')
      const scope = await client.scope()
      if (scope.host === undefined) return { health: 'degraded', code: 'no_machine_id', scopes: [] }
      return { health: 'up', scopes: [scope] }
    }),
  )
}
