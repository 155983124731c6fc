import type { OperationDefinition } from '@vedette/proto/operations'
import { RESOURCES } from './resources.ts'

// A right as RBAC writes it. `isClusterWide`: its objects belong to no namespace.
export type Permission = Readonly<{ verb: string; group: string; resource: string; isClusterWide: boolean }>

// Reads a declared permission: `list pods`, `get pods/log`, `list deployments.apps`. Null for what every identity may
// do (discovery, reviews of itself) and for `*`, which the generic operations need for kinds that they cannot know.
export function parsePermission(text: string): Permission | null {
  const match = /^(get|list) ([a-z]+)((?:\.[a-z0-9-]+)*)(\/[a-z]+)?(?: \([a-z-]+\))?$/.exec(text)
  if (match === null) return null
  const [, verb = '', plural = '', suffix = '', sub = ''] = match
  const group = suffix.slice(1)
  const known = Object.values(RESOURCES).find((one) => one.group === group && one.plural === plural)
  return { verb, group, resource: `${plural}${sub}`, isClusterWide: known?.namespaced === false }
}

// The least ClusterRole for operations, as YAML: one rule a group and set of verbs. It names no Secret, no exec and no
// node proxy, and has no wildcard.
export function renderClusterRole(
  operations: readonly OperationDefinition[],
  name = 'vedette-agent',
): string {
  const verbs = new Map<string, Set<string>>()
  for (const { group, resource, verb } of operations.flatMap(toPermissions)) {
    const key = `${group} ${resource}`
    verbs.set(key, (verbs.get(key) ?? new Set()).add(verb))
  }
  const entries = [...verbs].map(([key, set]) => {
    const [group = '', resource = ''] = key.split(' ')
    return { group, resource, verbs: [...set].sort().join(', ') }
  })
  const rules = [...Map.groupBy(entries, (one) => `${one.group} ${one.verbs}`)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return [
    'apiVersion: rbac.authorization.k8s.io/v1',
    'kind: ClusterRole',
    'metadata:',
    `  name: ${name}`,
    'rules:',
    ...rules.flatMap(([, [first, ...others]]) => {
      if (first === undefined) return []
      const resources = [first, ...others].map((one) => one.resource).sort()
      return [
        `  - apiGroups: ["${first.group}"]`,
        `    resources: [${resources.join(', ')}]`,
        `    verbs: [${first.verbs}]`,
      ]
    }),
  ].join('\n')
}

function toPermissions(operation: OperationDefinition): readonly Permission[] {
  return (operation.permissions['kubernetes'] ?? []).flatMap((text) => parsePermission(text) ?? [])
}
