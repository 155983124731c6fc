import type { CallContext } from '@vedette/proto/connector'
import { K8S_OPERATIONS } from '@vedette/proto/operations'
import { z } from 'zod'
import type { KubernetesClient } from './client.ts'
import { mismatch } from './objects.ts'
import { type Permission, parsePermission } from './permissions.ts'
import { together } from './together.ts'

const texts = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? [])

const rulesSchema = z.looseObject({
  status: z.looseObject({
    incomplete: z.boolean().default(false),
    resourceRules: z
      .array(z.looseObject({ verbs: texts, apiGroups: texts, resources: texts, resourceNames: texts }))
      .nullish()
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

// Operations that no rule allows anywhere it was asked. Only rights on objects without a namespace are judged by one
// namespace's rules, and nothing is by rules that say themselves that they are incomplete.
export function findForbidden(rules: readonly Rules[]): readonly string[] {
  if (rules.some((one) => one.incomplete)) return []
  const all = rules.flatMap((one) => one.resourceRules)
  const allows = (wanted: Permission) =>
    all.some(
      (rule) =>
        has(rule.verbs, wanted.verb) &&
        has(rule.apiGroups, wanted.group) &&
        has(rule.resources, wanted.resource),
    )
  return K8S_OPERATIONS.flatMap((operation) => {
    const [first] = (operation.permissions['kubernetes'] ?? []).map(parsePermission)
    return first === undefined || first === null || !first.isClusterWide || allows(first)
      ? []
      : [operation.id]
  })
}

function has(list: readonly string[], wanted: string): boolean {
  return list.includes('*') || list.includes(wanted)
}
