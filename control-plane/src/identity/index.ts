export { AGENT_JWT_TTL_MS, type AgentJwtRequest, issueAgentJwt } from './agent-jwt.ts'
export { addCallKey, createSigner, promoteCallKey, type SignBytes, toSigningKeys } from './call-keys.ts'
export { createEnroller, type EnrollerOptions } from './enroll.ts'
export {
  createIssuerKeys,
  type RegistrarParts,
  type Registration,
  type RegistrationDiff,
  registerClusters,
  registrationSchema,
  toClusterIdentity,
} from './kubernetes/index.ts'
export { type NatsConfigOptions, type TlsFiles, toNatsAccounts, toNatsConfig } from './nats-config.ts'
export { addOrganisation, createOperator, encodeRevocations, findOrganisation } from './operator.ts'
export { loadOperator, operatorFile, saveOperator } from './operator-file.ts'
export { createRevoker, type Revoker, type RevokerOptions } from './revocation.ts'
export type { CallKey, Operator, OrganisationKeys } from './types.ts'
