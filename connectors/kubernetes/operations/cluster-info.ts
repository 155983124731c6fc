import { together } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { k8sClusterInfo } from '@vedette/proto/operations'
import { z } from 'zod'
import type { KubernetesClient } from '../client.ts'
import { toObjectReading } from '../fold.ts'
import { findIdentity } from '../identity.ts'
import { mismatch } from '../objects.ts'
import { toCreatedAt } from '../rows/metadata.ts'
import { readGroups } from '../served.ts'

const versionSchema = z.looseObject({ gitVersion: z.string(), platform: z.string().optional() })

// Identity, version and API groups of the cluster.
export const serveClusterInfo = serve(k8sClusterInfo, async (client: KubernetesClient, _input, context) => {
  const [identity, version, groups] = await together([
    findIdentity(client, context),
    client.get({ path: ['version'], context }),
    readGroups(client, context),
  ])
  const parsed = versionSchema.safeParse(version)
  if (!parsed.success) throw mismatch()
  const { uid, kubeSystem } = identity
  const value = {
    uid,
    version: parsed.data.gitVersion,
    platform: parsed.data.platform ?? null,
    created_at: kubeSystem === undefined ? null : toCreatedAt(kubeSystem),
    groups: [{ group: '', versions: ['v1'], preferred: 'v1' }, ...groups].map((one) => ({
      ...one,
      versions: [...one.versions],
    })),
  }
  return toObjectReading(value, identity, context)
})
