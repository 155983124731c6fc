import type { PermissionScript } from '@vedette/proto/connector'
import type { OperationDefinition } from '@vedette/proto/operations'
import { RESOURCES } from './resources.ts'

// A right as RBAC writes it. `isClusterWide`: its objects belong to no namespace.
export type Permission = Readonly<{ verb: string; group: string; resource: string; isClusterWide: boolean }>

// Reads a declared permission: `list pods`, `get pods/log`, `patch deployments.apps`. Null for what every identity may
// do (discovery, reviews of itself) and for `*`, which the generic operations need for kinds that they cannot know.
export function parsePermission(text: string): Permission | null {
  const match = /^(get|list|patch) ([a-z]+)((?:\.[a-z0-9-]+)*)(\/[a-z]+)?(?: \([a-z-]+\))?$/.exec(text)
  if (match === null) return null
  const [, verb = '', plural = '', suffix = '', sub = ''] = match
  const group = suffix.slice(1)
  const known = Object.values(RESOURCES).find((one) => one.group === group && one.plural === plural)
  return { verb, group, resource: `${plural}${sub}`, isClusterWide: known?.namespaced === false }
}

// Proves which cluster it is; no operation declares it, and every answer needs it.
const OWN: Permission = Object.freeze({ verb: 'get', group: '', resource: 'namespaces', isClusterWide: true })

// The least ClusterRole for operations, or for one namespace the Role that holds what of it belongs to namespaces.
export const PERMISSIONS: PermissionScript = Object.freeze({
  language: 'yaml',
  namespaced: true,
  render(operations: readonly OperationDefinition[], where?: Readonly<{ namespace: string }>) {
    if (where === undefined) return renderRole([...operations.flatMap(toPermissions), OWN], CLUSTER_ROLE)
    const rights = operations.flatMap(toPermissions).filter((right) => !right.isClusterWide)
    return renderRole(rights, [
      'kind: Role',
      'metadata:',
      `  name: ${NAME}`,
      `  namespace: ${where.namespace}`,
    ])
  },
})

const NAME = 'vedette-agent'
const CLUSTER_ROLE: readonly string[] = Object.freeze(['kind: ClusterRole', 'metadata:', `  name: ${NAME}`])

// The least ClusterRole for operations, as YAML: one rule a group and set of verbs. It names no Secret, no exec and no
// node proxy, and has no wildcard.
export function renderClusterRole(operations: readonly OperationDefinition[]): string {
  return renderRole(operations.flatMap(toPermissions), CLUSTER_ROLE)
}

function renderRole(rights: readonly Permission[], head: readonly string[]): string {
  const verbs = new Map<string, Set<string>>()
  for (const { group, resource, verb } of rights) {
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
    ...head,
    rules.length === 0 ? 'rules: []' : 'rules:',
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
