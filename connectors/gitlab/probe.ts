import { probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import { z } from 'zod'
import type { GitlabClient } from './client.ts'
import { toScope } from './reading.ts'

const version = z.object({ version: z.string() })

// Names the token's scopes and the group, and asks for GitLab's version, over the client of real calls.
export function probeGitlab(client: GitlabClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const scope = await toScope(client, context)
    const told = await client.ask({ path: ['version'], schema: version, context })
    return {
      health: 'up',
      scopes: [scope],
      servers: [{ name: client.instance, health: 'up', version: told.version.slice(0, 64) }],
    }
  })
}
