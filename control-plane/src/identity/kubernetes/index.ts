export { createIssuerKeys, type IssuerKeys } from './issuer-keys.ts'
export { joinCluster, toClusterIdentity } from './join-cluster.ts'
export {
  type RegistrarParts,
  type Registration,
  type RegistrationDiff,
  registerClusters,
  registrationSchema,
} from './register.ts'
