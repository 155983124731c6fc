import type { OperationDefinition } from '@vedette/proto/operations'

// What opening a session needs beside what the operations declare: the account is proved, and where a role is taken
// for each call, taking it.
export const OWN_ACTIONS = Object.freeze(['sts:GetCallerIdentity'] as const)

// The IAM policy for operations, as JSON: one statement a service, every action by its name, no wildcard.
export function renderPolicy(operations: readonly OperationDefinition[]): string {
  const actions = new Set([...OWN_ACTIONS, ...operations.flatMap((one) => one.permissions['aws'] ?? [])])
  // Taking a role is granted to the agent's own identity, on the roles that it may take.
  actions.delete('sts:AssumeRole')
  const services = Map.groupBy([...actions].sort(), (action) => action.split(':')[0] ?? '')
  const statements = [...services].map(([service, Action]) => ({
    Sid: `Vedette${service.replaceAll(/[^a-z0-9]/g, '')}`,
    Effect: 'Allow',
    Action,
    Resource: '*',
  }))
  return JSON.stringify({ Version: '2012-10-17', Statement: statements }, null, 2)
}
