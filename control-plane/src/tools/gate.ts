import type { OperationDefinition } from '@vedette/proto/operations'
import { findOperation } from '@vedette/proto/operations'
import type { Fleet } from '../fleet/types.ts'
import type { Principal } from '../store/types.ts'
import { isAllowed } from './rights.ts'
import { type Standing, type StandingTable, toStandingTable } from './standing.ts'
import type { Needs, Tool } from './types.ts'

// An operation that a hidden tool would need, and why it cannot run.
export type MissingOperation = Readonly<{ operation: string; why: 'denied' | 'missing' }>

export type Verdict =
  | Readonly<{ kind: 'open' }>
  // Outside the token's families and tiers: as if it did not exist.
  | Readonly<{ kind: 'outside' }>
  | Readonly<{ kind: 'hidden'; missing: readonly MissingOperation[] }>

export type Gate = Readonly<{
  // Whether the tool is to be announced, and may run, for this principal now.
  judge(tool: Pick<Tool, 'needs' | 'tier'>, principal: Principal): Verdict
  // False while something might be served that no report has shown yet.
  isSettled(organisation: string): boolean
  // How an operation stands in an organisation now.
  standingOf(organisation: string, operation: string): Standing
  close(): void
}>

// The gate over a live fleet: one table per organisation, dropped whenever its fleet changes.
export function createGate(fleet: Fleet): Gate {
  const tables = new Map<string, Readonly<{ key: string; table: StandingTable }>>()
  const unsubscribe = fleet.onEvent((event) => tables.delete(event.organisation))

  function tableOf(organisation: string): StandingTable {
    const certain = fleet.knowledge(organisation) === 'known' && !fleet.blind(organisation)
    const key = String(certain)
    const kept = tables.get(organisation)
    if (kept?.key === key) return kept.table
    const table = toStandingTable(fleet.agents(organisation), { certain })
    tables.set(organisation, { key, table })
    return table
  }

  function standingOf(organisation: string, operation: string): Standing {
    const table = tableOf(organisation)
    return table.standings.get(operation) ?? (table.uncertain ? 'possible' : 'missing')
  }

  function judge(tool: Pick<Tool, 'needs' | 'tier'>, principal: Principal): Verdict {
    if (!isAllowed(tool, principal)) return { kind: 'outside' }
    if (tool.needs === null) return { kind: 'open' }
    const stand = (id: string) => standingOf(principal.organisation, id)
    return judgeNeeds(tool.needs, stand)
  }

  return Object.freeze({
    judge,
    standingOf,
    isSettled: (organisation: string) => !tableOf(organisation).uncertain,
    close: unsubscribe,
  })
}

// Every operation that a tool executes, each once, input first.
export function operationsOf(needs: Needs): readonly string[] {
  return [...new Set([...(needs.input ?? []), ...needs.grading, ...needs.enriching])]
}

// The definitions of a tool's operations; throws TypeError on an id that the catalogue does not have.
export function definitionsOf(needs: Needs): readonly OperationDefinition[] {
  return operationsOf(needs).map((id) => {
    const found = findOperation(id)
    if (found === undefined) throw new TypeError(`a tool needs ${id}, which is not in the catalogue`)
    return found
  })
}

// Announced when some operation may run, and the input too; else every operation that stands in the way.
function judgeNeeds(needs: Needs, stand: (id: string) => Standing): Verdict {
  const runs = (id: string) => stand(id) === 'served' || stand(id) === 'possible'
  const toMissing = (ids: readonly string[]) =>
    ids
      .filter((id) => !runs(id))
      .map((operation) => ({
        operation,
        why: stand(operation) === 'denied' ? ('denied' as const) : ('missing' as const),
      }))
  const { input } = needs
  const inputRuns = input === null || (needs.input_any === true ? input.some(runs) : input.every(runs))
  if (!inputRuns) return { kind: 'hidden', missing: toMissing(input) }
  const all = operationsOf(needs)
  return all.some(runs) ? { kind: 'open' } : { kind: 'hidden', missing: toMissing(all) }
}
