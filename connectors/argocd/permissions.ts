import type { OperationDefinition } from '@vedette/proto/operations'

const LEAVE = /^[a-z]{1,40}, [a-z]{1,20}$/

// Argo CD's policy for an account that reads: what to merge into the ConfigMap argocd-rbac-cm. Throws TypeError on a
// permission that is no resource and action.
export function renderPolicy(operations: readonly OperationDefinition[]): string {
  const needed = [...new Set(operations.flatMap((one) => one.permissions['argocd'] ?? []))].sort()
  const wrong = needed.find((one) => !LEAVE.test(one))
  if (wrong !== undefined) throw new TypeError(`no policy line grants "${wrong}" in Argo CD`)
  const lines = needed.map((one) => `    p, role:vedette, ${one}, */*, allow`)
  return ['data:', '  policy.csv: |', ...lines, '    g, vedette, role:vedette'].join('\n')
}
