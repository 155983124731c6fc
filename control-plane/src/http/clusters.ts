import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type RegistrarParts,
  type RegistrationDiff,
  registerClusters,
  registrationSchema,
} from '../identity/index.ts'
import type { ClusterRow, Principal } from '../store/types.ts'
import { requireAdmin } from './guards.ts'
import { parseBody } from './parse-body.ts'

// What registering needs; `refresh` makes the fleet know of it at once.
export type ClusterParts = RegistrarParts & Readonly<{ refresh(organisation: string): Promise<void> }>

// Mounts /api/v1/clusters: what is registered ahead, for admins alone. POST takes a Registration and
// answers with a RegistrationDiff.
export function mountClusters(
  app: FastifyInstance,
  {
    clusters,
    principalOf,
  }: Readonly<{ clusters: ClusterParts; principalOf(request: FastifyRequest): Principal }>,
): void {
  const adminOf = (request: FastifyRequest): Principal => {
    const principal = principalOf(request)
    requireAdmin(principal)
    return principal
  }
  app.get('/api/v1/clusters', async (request): Promise<{ clusters: readonly ClusterRow[] }> => {
    return { clusters: await clusters.store.clusters.list(adminOf(request).organisation) }
  })
  app.post('/api/v1/clusters', async (request): Promise<RegistrationDiff> => {
    const { organisation } = adminOf(request)
    const registration = parseBody(registrationSchema, request)
    const diff = await registerClusters(clusters, organisation, registration)
    if (!diff.dry_run) await clusters.refresh(organisation)
    return diff
  })
}
