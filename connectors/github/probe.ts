import { probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import { z } from 'zod'
import type { GithubClient } from './client.ts'
import { toScope } from './reading.ts'

// Names the owner of the credential and asks what is left of the hour's calls, which itself counts for nothing.
export function probeGithub(client: GithubClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const scope = await toScope(client, context)
    const { resources } = await client.ask({
      path: ['rate_limit'],
      schema: limits,
      needs: ['metadata'],
      context,
    })
    const isSpent = resources.core.remaining === 0
    return {
      health: isSpent ? 'degraded' : 'up',
      ...(isSpent ? { code: 'throttled' } : {}),
      scopes: [scope],
      servers: [{ name: client.instance, health: 'up' }],
    }
  })
}

const limits = z.object({ resources: z.object({ core: z.object({ remaining: z.number() }) }) })
