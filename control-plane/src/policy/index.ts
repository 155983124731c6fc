export { toAssertionText } from './check.ts'
export type { PoliciesOptions } from './create-policies.ts'
export { createPolicies } from './create-policies.ts'
export { PolicyError } from './error.ts'
export type {
  AgentPolicy,
  CheckedPolicy,
  Policies,
  PolicyEffect,
  PolicyPage,
  PolicyTest,
  PolicyText,
  SurfaceChange,
  UnknownOperation,
} from './types.ts'
