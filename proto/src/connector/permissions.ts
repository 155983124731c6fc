import { z } from 'zod'
import { type DenyRule, isNarrowed, isWriteTier, matchDenial } from '../policy/index.ts'
import type { Connector, PermissionScript } from './define.ts'

const rule = z.object({
  id: z.string(),
  deny: z.string(),
  connector: z.string().optional(),
  cluster: z.string().optional(),
  account: z.string().optional(),
  namespace: z.string().optional(),
})

// What is asked of an agent's entry point: a connector, the local list as it is written, rules that were applied, and
// writes that the agent's values switch on. With `namespaces` a grant is written for each of these alone.
export const permissionRequestSchema = z.strictObject({
  connector: z.string(),
  local: z.unknown(),
  applied: z.array(rule).default([]),
  namespaces: z
    .array(z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/))
    .max(200)
    .default([]),
  writes: z.array(z.string()).default([]),
})
export type PermissionRequest = z.input<typeof permissionRequestSchema>

export const permissionAnswerSchema = z.object({
  connector: z.string(),
  language: z.enum(['json', 'yaml', 'sql', 'text']),
  text: z.string(),
  // What the script allows.
  operations: z.array(z.string()),
  // Denied everywhere that was asked, with the rule.
  denied: z.array(z.object({ operation: z.string(), rule: z.string() })),
  // Rules that take only a part away: the agent enforces them, the script cannot.
  narrowed: z.array(z.string()),
  // Served only once the agent's values switch them on.
  writes: z.array(z.string()),
  // Operations that declare no permission for this connector: what they need is not known.
  undeclared: z.array(z.string()),
})
export type PermissionAnswer = z.infer<typeof permissionAnswerSchema>

type Facts = Readonly<{
  rules: readonly DenyRule[]
  namespaces?: readonly string[]
  // Writes to include.
  writes?: readonly string[]
}>

// The least permissions of a connector for what is not denied. Throws RangeError when it has no grant for one namespace.
export function writePermissions(connector: Connector, facts: Facts): PermissionAnswer {
  const { rules, namespaces = [], writes = [] } = facts
  const { id, permissions } = connector
  const all = connector.operations.map((one) => one.operation)
  const switchedOff = all.filter((one) => isWriteTier(one.tier) && !writes.includes(one.id))
  const offered = all.filter((one) => !switchedOff.includes(one))
  if (namespaces.length > 0 && permissions?.namespaced !== true)
    throw new RangeError(`${id} has no permissions for a single namespace`)
  const places = namespaces.length === 0 ? [undefined] : namespaces
  const allowedIn = (namespace: string | undefined) =>
    offered.filter((one) => findWhole(rules, { operation: one.id, connector: id, namespace }) === null)
  const allowed = new Set(places.flatMap(allowedIn))
  const texts = places.map((namespace) =>
    render(connector, allowedIn(namespace), namespace === undefined ? undefined : { namespace }),
  )
  return {
    connector: id,
    language: permissions?.language ?? 'text',
    text: texts.join(permissions?.language === 'yaml' ? '\n---\n' : '\n'),
    operations: [...allowed].map((one) => one.id),
    denied: offered
      .filter((one) => !allowed.has(one))
      .map((one) => ({
        operation: one.id,
        rule: findWhole(rules, { operation: one.id, connector: id, namespace: places[0] }) ?? '',
      })),
    narrowed: rules
      .filter((one) => isNarrowed(one) && offered.some(({ id: operation }) => takesPart(one, operation, id)))
      .map((one) => one.id),
    writes: switchedOff.map((one) => one.id),
    undeclared: [...allowed].filter((one) => one.permissions[id] === undefined).map((one) => one.id),
  }
}

type Subject = Readonly<{ operation: string; connector: string; namespace: string | undefined }>

// The rule that refuses it whole there, or null.
function findWhole(rules: readonly DenyRule[], { operation, connector, namespace }: Subject): string | null {
  const where = namespace === undefined ? {} : { namespace }
  const denial = matchDenial(rules, { operation, connector, ...where })
  return denial.denied === 'all' ? denial.rule : null
}

function takesPart(one: DenyRule, operation: string, connector: string): boolean {
  return matchDenial([one], { operation, connector }).denied === 'part'
}

// In the vendor's own form where the connector has one, else each permission on a line of its own.
function render(
  { id, permissions }: Connector,
  operations: Parameters<PermissionScript['render']>[0],
  where: Readonly<{ namespace: string }> | undefined,
): string {
  if (permissions !== undefined) return permissions.render(operations, where)
  return [...new Set(operations.flatMap((one) => one.permissions[id] ?? []))].sort().join('\n')
}
