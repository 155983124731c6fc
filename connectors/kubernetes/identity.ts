import { type CallContext, SourceError } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import type { KubernetesClient } from './client.ts'
import { isRefusal, REFUSALS } from './errors.ts'
import { isObject, type Json, mismatch, nameAt } from './objects.ts'

// Which cluster answers: proved by the UID of kube-system, or only called by its alias.
export type Identity = Readonly<{ scope: Scope; uid: string | null; kubeSystem: Json | undefined }>

const KEEP_MS = 60_000
export const IDENTITY_PATH = Object.freeze(['api', 'v1', 'namespaces', 'kube-system'])

// Reads who the cluster is, known for a minute. Where kube-system may not be read, the scope has no proof: it
// holds the alias under a name that no identity is made of. Throws SourceError when the server does not answer.
export async function findIdentity(client: KubernetesClient, context: CallContext): Promise<Identity> {
  await client.settle()
  return client.memory.recall('identity', KEEP_MS, async () => {
    try {
      const kubeSystem = await client.get({ path: IDENTITY_PATH, context })
      if (!isObject(kubeSystem)) throw mismatch()
      const uid = nameAt(kubeSystem, 'metadata.uid')
      return { scope: { cluster: client.alias, cluster_uid: uid }, uid, kubeSystem }
    } catch (error) {
      const isHidden = error instanceof SourceError && error.state === 'forbidden'
      if (!isHidden && !isRefusal(error, REFUSALS.noObject)) throw error
      return { scope: { cluster_alias: client.alias }, uid: null, kubeSystem: undefined }
    }
  })
}

// What a reader is told when the cluster could not be identified.
export function toIdentityWarnings(identity: Identity): Readonly<{ warnings?: readonly string[] }> {
  if (identity.uid !== null) return {}
  return { warnings: ['the cluster is not identified: it may not get the namespace kube-system'] }
}
