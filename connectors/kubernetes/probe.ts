import { probeWith, together } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import { z } from 'zod'
import type { KubernetesClient } from './client.ts'
import { findIdentity } from './identity.ts'
import { mismatch } from './objects.ts'
import { findForbidden, readRules } from './rules.ts'

const versionSchema = z.looseObject({ gitVersion: z.string() })

// Reads what the agent's own identity may do, and which cluster it is, over the client of real calls. A cluster that
// may not be identified is `degraded`: it is served, and its scope has no proof.
export function probeKubernetes(client: KubernetesClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const rules = await readRules(client, context)
    const [identity, version] = await together([
      findIdentity(client, context),
      client.get({ path: ['version'], context }),
    ])
    const parsed = versionSchema.safeParse(version)
    if (!parsed.success) throw mismatch()
    const isKnown = identity.uid !== null
    const forbidden = findForbidden(rules, client.config.namespaces)
    return {
      health: isKnown ? 'up' : 'degraded',
      ...(isKnown ? {} : { code: 'scope_unproven' }),
      scopes: [identity.scope],
      servers: [{ name: client.alias, health: 'up', version: parsed.data.gitVersion.slice(0, 64) }],
      ...(forbidden.length === 0 ? {} : { forbidden }),
    }
  })
}
