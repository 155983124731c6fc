import { findOperation } from '@vedette/proto/operations'
import { z } from 'zod'
import type { Fact, Knowledge } from '../../knowledge/index.ts'
import { FACT_KINDS, type Principal } from '../../store/index.ts'
import { allowsOperation } from '../rights.ts'
import type { Standing } from '../standing.ts'
import { toRfc3339 } from '../time.ts'
import type { Tool } from '../types.ts'
import { parseMemory, sealMemory, toMemorySchema } from './read.ts'

// Who may see a fact: what policy denies now, or a token is narrowed from, is not told from memory either.
export type FactRights = Readonly<{
  now(): number
  standingOf(organisation: string, operation: string): Standing
}>

const INPUT = z.strictObject({
  name: z.string().min(1).max(253).optional().describe('A piece of either name'),
  relation: z.enum(FACT_KINDS).optional(),
  limit: z.number().int().min(1).max(500).default(100),
})
const MEANS = 'relations that reads showed, as of seen_at: others may exist, and these may have changed'

// How things hang together, from memory: it answers with every agent away, and says how old each relation is.
export function createTopologyTool(knowledge: Knowledge, rights: FactRights): Tool {
  return Object.freeze({
    name: 'topology_get',
    title: 'Learned topology',
    description:
      'Lists learned relations between services, workloads, pods, nodes, images, alerts, databases, accounts and load balancers, with their age; older than 24 h is stale. From memory: agents may be offline.',
    when: ['topology', 'dependencies', 'which node', 'what runs where', 'relations'],
    tier: 'metadata',
    inputSchema: toMemorySchema(INPUT),
    needs: null,
    async run(written, { principal }) {
      const now = rights.now()
      const args = parseMemory(INPUT, written, now)
      const { name, relation, limit } = args.input
      const found = await knowledge.facts(principal, {
        limit: limit + 1,
        ...(name === undefined ? {} : { name }),
        ...(relation === undefined ? {} : { kind: relation }),
      })
      const { facts, denied } = visibleFacts(found.slice(0, limit), principal, rights)
      const pods = facts.filter((fact) => fact.kind === 'service_pod')
      const services = pods.length === 0 ? [] : await joinServices(pods, { knowledge, principal, rights })
      const isStale = facts.some((fact) => fact.stale)
      const newest = Math.max(0, ...facts.filter((fact) => fact.stale).map((fact) => fact.seen_at))
      return sealMemory({
        tool: 'topology_get',
        connector: 'knowledge',
        args,
        now,
        // What is withheld is there all the same: nothing may read as if it were not.
        items: found.length,
        ...(isStale ? { stale_since: newest } : {}),
        body: {
          means: MEANS,
          ...(found.length > limit ? { more: true } : {}),
          ...(denied === 0 ? {} : { withheld_by_policy: denied }),
          untrusted: {
            relations: facts.map(toView),
            ...(services.length === 0 ? {} : { service_workload: services }),
          },
        },
      })
    },
  } satisfies Tool)
}

// The facts that a principal may see now, and how many policy keeps from everybody.
export function visibleFacts(
  facts: readonly Fact[],
  principal: Principal,
  rights: FactRights,
): Readonly<{ facts: readonly Fact[]; denied: number }> {
  const allowed = facts.filter((fact) => {
    const operation = findOperation(fact.operation)
    return operation !== undefined && allowsOperation(principal, operation)
  })
  const shown = allowed.filter(
    (fact) => rights.standingOf(principal.organisation, fact.operation) !== 'denied',
  )
  return { facts: shown, denied: allowed.length - shown.length }
}

// The scope of a fact in a line of its own.
export function scopeTextOf({ scope }: Pick<Fact, 'scope'>): string {
  const entries = Object.entries(scope).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, value]) => `${key}=${value}`).join(',')
}

function toView(fact: Fact) {
  return {
    relation: fact.kind,
    from: fact.from_name,
    to: fact.to_name,
    namespace: fact.namespace ?? '',
    scope: scopeTextOf(fact),
    seen_at: toRfc3339(fact.seen_at),
    age_seconds: Math.round(fact.age_ms / 1000),
    stale: fact.stale,
    operation: fact.operation,
    call: fact.call ?? '',
  }
}

const MAX_JOINED = 5_000

// Services with the workloads behind their pods, where both halves are known; as old as the older half.
async function joinServices(
  pods: readonly Fact[],
  {
    knowledge,
    principal,
    rights,
  }: Readonly<{ knowledge: Knowledge; principal: Principal; rights: FactRights }>,
) {
  const known = await knowledge.facts(principal, { kind: 'workload_pod', limit: MAX_JOINED })
  const keyOf = (fact: Fact, name: string) => JSON.stringify([scopeTextOf(fact), fact.namespace, name])
  const owners = new Map(
    visibleFacts(known, principal, rights).facts.map((fact) => [keyOf(fact, fact.to_name), fact]),
  )
  const joined = pods.flatMap((pod) => {
    const owner = owners.get(keyOf(pod, pod.to_name))
    if (owner === undefined) return []
    const older = owner.seen_at < pod.seen_at ? owner : pod
    return [
      {
        service: pod.from_name,
        workload: owner.from_name,
        namespace: pod.namespace ?? '',
        scope: scopeTextOf(pod),
        seen_at: toRfc3339(older.seen_at),
        stale: older.stale,
      },
    ]
  })
  return [
    ...new Map(
      joined.map((one) => [JSON.stringify([one.service, one.workload, one.scope, one.namespace]), one]),
    ).values(),
  ]
}
