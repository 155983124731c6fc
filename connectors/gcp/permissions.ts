import type { OperationDefinition } from '@vedette/proto/operations'

// What opening a reader needs beside what the operations declare: the project is proved.
const OWN = Object.freeze(['resourcemanager.projects.get'] as const)
const PERMISSION = /^[a-z][a-zA-Z]{1,60}(?:\.[a-zA-Z]{1,80}){2,3}$/

// A custom role for operations, as the JSON that `gcloud iam roles create --file` takes: every permission by its name.
// What projects cannot be granted by a role of their own is left out, and the README says so.
export function renderRole(operations: readonly OperationDefinition[]): string {
  const all = [...OWN, ...operations.flatMap((one) => one.permissions['gcp'] ?? [])]
  // A project's own role may not hold permissions that only an organisation grants.
  const includedPermissions = [...new Set(all)]
    .filter((one) => PERMISSION.test(one) && one !== 'resourcemanager.projects.list')
    .sort()
  return JSON.stringify(
    {
      title: 'Vedette reader',
      description: 'Reads what the operations that are not denied need, and nothing else',
      stage: 'GA',
      includedPermissions,
    },
    null,
    2,
  )
}
