import { together } from '@vedette/connectors/kit'
import type { CallContext, RefusedOperation } from '@vedette/proto/connector'
import { K8S_OPERATIONS } from '@vedette/proto/operations'
import { z } from 'zod'
import type { KubernetesClient } from './client.ts'
import { mismatch } from './objects.ts'
import { type Permission, parsePermission } from './permissions.ts'

const texts = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? [])

const rulesSchema = z.looseObject({
  status: z.looseObject({
    // Rules that do not say that they are all of them are not.
    incomplete: z.boolean().default(true),
    resourceRules: z
      .array(z.looseObject({ verbs: texts, apiGroups: texts, resources: texts, resourceNames: texts }))
      .nullable()
      .transform((list) => list ?? []),
  }),
})

export type Rules = z.output<typeof rulesSchema>['status']

const MOST_NAMESPACES = 20

// What the agent's own identity may do: in each configured namespace, or in `default` where none is configured.
export function readRules(client: KubernetesClient, context: CallContext): Promise<readonly Rules[]> {
  const { namespaces } = client.config
  const asked = namespaces.length === 0 ? ['default'] : namespaces.slice(0, MOST_NAMESPACES)
  return together(asked.map((namespace) => readRulesOf(client, namespace, context)))
}

async function readRulesOf(
  client: KubernetesClient,
  namespace: string,
  context: CallContext,
): Promise<Rules> {
  const path = ['apis', 'authorization.k8s.io', 'v1', 'selfsubjectrulesreviews']
  const body = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec: { namespace } }
  const parsed = rulesSchema.safeParse(await client.post({ path, body, context }))
  if (!parsed.success) throw mismatch()
  return parsed.data.status
}

// Operations that no rule allows anywhere, with the right that is missing. Rights on objects without a namespace are
// judged by any namespace's rules. Those on objects in namespaces are judged only where every namespace that is known
// was asked: those of the configuration, and an identity that may not list others. Nothing is judged by rules that say
// themselves that they are incomplete.
export function findForbidden(
  rules: readonly Rules[],
  namespaces: readonly string[],
): readonly RefusedOperation[] {
  if (rules.some((one) => one.incomplete)) return []
  const all = rules.flatMap((one) => one.resourceRules)
  const allows = (wanted: Omit<Permission, 'isClusterWide'>) =>
    all.some(
      (rule) =>
        has(rule.verbs, wanted.verb) &&
        has(rule.apiGroups, wanted.group) &&
        has(rule.resources, wanted.resource),
    )
  const knowsAll =
    namespaces.length > 0 &&
    namespaces.length === rules.length &&
    !allows({ verb: 'list', group: '', resource: 'namespaces' })
  return K8S_OPERATIONS.flatMap(({ id, permissions }) => {
    const stated = permissions['kubernetes'] ?? []
    const needed = IN_PARTS.has(id)
      ? stated.filter((text) => !text.endsWith(' namespaces'))
      : stated.slice(0, 1)
    const isRefused = (text: string) => {
      const right = parsePermission(text)
      return right !== null && !allows(right) && (right.isClusterWide || knowsAll)
    }
    if (needed.length === 0 || !needed.every(isRefused)) return []
    return [{ operation: id, missing: needed.join(', ') }]
  })
}

// Operations that answer for each kind that they may read: gone only when none of their rights is left. Any other one
// stands with the first right that it states.
const IN_PARTS: ReadonlySet<string> = new Set([
  'k8s.lineage.get',
  'k8s.rbac.list',
  'k8s.rollouts.history',
  'k8s.webhooks.list',
  'k8s.workloads.restart',
])

function has(list: readonly string[], wanted: string): boolean {
  return list.includes('*') || list.includes(wanted)
}
