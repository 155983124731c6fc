import {
  type DenyRule,
  deniedOperations,
  effectiveRules,
  isNarrowed,
  matchDenial,
  NARROWINGS,
  ruleKey,
} from '@vedette/proto/policy'
import type { AgentView, Fleet } from '../fleet/types.ts'
import type { Principal } from '../store/types.ts'
import { createGate, type Tool } from '../tools/index.ts'
import type { PolicyEffect, SurfaceChange } from './types.ts'

// Sees every tool, so that only policy decides.
const EVERYBODY: Principal = Object.freeze({
  organisation: '-',
  id: '-',
  name: '-',
  mode: 'auto',
  role: 'admin',
})

// What a remote list would change for these agents, by the local rules and the operations that they report.
export function toEffect(
  agents: readonly AgentView[],
  { rules, tools }: Readonly<{ rules: readonly DenyRule[]; tools: readonly Tool[] }>,
): PolicyEffect {
  const known = agents.filter((view) => view.policy !== null)
  const changes = known.map((view) => toChanges(view, rules))
  const before = openTools(agents, tools)
  const after = openTools(
    agents.map((view) => toFuture(view, rules)),
    tools,
  )
  return {
    disappears: changes.flatMap((one) => one.disappears),
    returns: changes.flatMap((one) => one.returns),
    narrowed: changes.flatMap((one) => one.narrowed),
    tools: {
      disappear: [...before].filter((name) => !after.has(name)).sort(),
      return: [...after].filter((name) => !before.has(name)).sort(),
    },
    not_known: agents.filter((view) => view.policy === null).map(({ agent, name }) => ({ agent, name })),
  }
}

// The local rules of an agent, as it reports them.
export function localRules(policy: NonNullable<AgentView['policy']>): readonly DenyRule[] {
  return policy.rules.filter((rule) => rule.origin === 'local').map(toRule)
}

// A reported rule without where it comes from and without keys that are not set.
export function toRule(reported: Readonly<{ id: string; deny: string }>): DenyRule {
  const { id, deny } = reported
  const scope = Object.entries(reported).filter(
    ([key, value]) => NARROWINGS.some((one) => one === key) && value !== undefined,
  )
  return { id, deny, ...Object.fromEntries(scope) }
}

function toAfter(view: AgentView, remote: readonly DenyRule[]): readonly DenyRule[] {
  return view.policy === null ? remote : effectiveRules(localRules(view.policy), remote)
}

function toChanges(view: AgentView, remote: readonly DenyRule[]) {
  const after = toAfter(view, remote)
  const inForce = new Set((view.policy?.rules ?? []).map((rule) => ruleKey(toRule(rule))))
  const fresh = after.filter((rule) => isNarrowed(rule) && !inForce.has(ruleKey(rule)))
  return {
    disappears: eachInstance(view, ({ served, toChange }) =>
      deniedOperations(after, served).map(({ id, rule }) => toChange(id, rule)),
    ),
    returns: eachInstance(view, ({ denied, toChange }) => {
      const still = new Set(
        deniedOperations(
          after,
          denied.map(({ id }) => id),
        ).map(({ id }) => id),
      )
      return denied.filter(({ id }) => !still.has(id)).map(({ id, rule }) => toChange(id, rule))
    }),
    narrowed: eachInstance(view, ({ served, toChange, connector }) =>
      fresh.flatMap(({ id: rule, deny, ...scope }) =>
        served
          .filter(
            (id) =>
              matchDenial([{ id: rule, deny, ...scope }], { operation: id, connector }).denied !== false,
          )
          .map((id) => ({ ...toChange(id, rule), scope })),
      ),
    ),
  }
}

type Instance = Readonly<{
  served: readonly string[]
  denied: readonly Readonly<{ id: string; rule: string }>[]
  connector: readonly string[]
  toChange(operation: string, rule: string): SurfaceChange
}>

function eachInstance<T>(view: AgentView, list: (instance: Instance) => readonly T[]): readonly T[] {
  const { agent, name, status } = view
  return view.connectors
    .filter((one) => one.health !== 'not_configured')
    .flatMap(({ instance, connector, operations, denied }) =>
      list({
        served: operations.map(({ id }) => id),
        denied,
        connector: [instance, connector],
        toChange: (operation, rule) => ({ agent, name, status, instance, operation, rule }),
      }),
    )
}

// The agent as it would report itself: what is denied whole moves from what it serves to what it denies.
function toFuture(view: AgentView, remote: readonly DenyRule[]): AgentView {
  const after = toAfter(view, remote)
  const connectors = view.connectors.map((state) => {
    const past = state.denied.map(({ id }) => ({ id, contract: contractOf(view, id), digest: '' }))
    const all = [...state.operations, ...past]
    const denied = deniedOperations(
      after,
      all.map(({ id }) => id),
    )
    const gone = new Set(denied.map(({ id }) => id))
    return { ...state, operations: all.filter(({ id }) => !gone.has(id)), denied: [...denied] }
  })
  return { ...view, connectors }
}

// A denied operation is reported without its contract: the one that the rest of the fleet speaks is taken.
function contractOf(view: AgentView, id: string): number {
  const found = view.connectors.flatMap(({ operations }) => operations).find((one) => one.id === id)
  return found?.contract ?? 1
}

// Names of the tools that such a fleet would be offered. Certain, as what is not known is said apart.
function openTools(agents: readonly AgentView[], tools: readonly Tool[]): ReadonlySet<string> {
  const snapshot: Fleet = {
    agents: () => agents,
    knowledge: () => 'known',
    blind: () => false,
    onEvent: () => () => {},
    resolveDispute: async () => {},
  }
  const gate = createGate(snapshot)
  return new Set(tools.filter((tool) => gate.judge(tool, EVERYBODY).kind === 'open').map(({ name }) => name))
}
