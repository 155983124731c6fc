import { randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import { isWriteTier, needsSecondPerson, TIERS, type Tier } from '@vedette/proto/policy'
import { APPROVAL_MS } from '@vedette/proto/wire'
import type { Audit } from '../audit/index.ts'
import type { RunPart } from '../dispatch/index.ts'
import type { Fleet } from '../fleet/types.ts'
import type { ActionPart, ActionRow, Principal, Store } from '../store/types.ts'
import { createObjectReads } from './object-reads.ts'
import { createRunner } from './run-action.ts'
import { findChange } from './stand.ts'
import type { Actions, Collector, Decided, Decision, NewAction } from './types.ts'

export type ActionsOptions = Readonly<{
  store: Pick<Store, 'actions' | 'objectReads'>
  audit: Pick<Audit, 'recordIntent' | 'recordOutcome' | 'recordEvent'>
  fleet: Pick<Fleet, 'agents'>
  runPart: RunPart
  clock: Clock
  // Told of faults of our own.
  onFault?: (error: unknown) => void
}>

// As many actions as are ever listed, the newest.
export const MOST_LISTED = 200
const HANDLE = /^pa_[A-Za-z0-9_-]{22}$/

// The actions of one replica; what it knows stands in the store, so that any replica decides and runs them.
export function createActions(options: ActionsOptions): Actions {
  const { audit, clock, fleet } = options
  const { actions } = options.store
  const run = createRunner({ ...options, settle })

  // The action as it stands now; what time or the fleet has changed is written first.
  async function settle(row: ActionRow): Promise<ActionRow> {
    const change = findChange(row, { now: clock.now(), agents: fleet.agents(row.organisation) })
    if (change === null) return row
    const isMoved = await actions.move(row.organisation, row.id, change)
    if (isMoved && change.to === 'expired')
      await audit
        .recordEvent({ ...toFacts(row), action: 'approval.expired' })
        .catch(options.onFault ?? (() => {}))
    return (await actions.find(row.organisation, row.id)) ?? row
  }

  async function findAny(organisation: string, id: string): Promise<ActionRow | null> {
    const row = HANDLE.test(id) ? await actions.find(organisation, id) : null
    return row === null ? null : settle(row)
  }

  async function find(principal: Principal, id: string): Promise<ActionRow | null> {
    const row = await findAny(principal.organisation, id)
    return row?.requester === principal.id ? row : null
  }

  async function findToDecide(principal: Principal, id: string): Promise<ActionRow | null> {
    return isApprover(principal) ? findAny(principal.organisation, id) : find(principal, id)
  }

  async function open(action: NewAction): Promise<ActionRow> {
    const { principal, id, tool, parts, preview, investigation } = action
    const now = clock.now()
    const row: ActionRow = {
      organisation: principal.organisation,
      id,
      requester: principal.id,
      tool,
      arguments: action.arguments,
      tier: toRiskiest(parts),
      parts,
      preview: preview ?? null,
      investigation: investigation ?? null,
      state: 'approval_pending',
      why: null,
      created_at: now,
      expires_at: now + APPROVAL_MS,
      decided_at: null,
      approver: null,
      run_until: null,
    }
    await audit.recordEvent({ ...toFacts(row), action: 'approval.requested', arguments: row.arguments })
    await actions.add(row)
    return row
  }

  async function decide({ principal, id, verdict, as }: Decision): Promise<Decided> {
    const row = await (as === 'requester' ? find(principal, id) : findToDecide(principal, id))
    if (row === null) return { kind: 'refused', why: 'unknown_action' }
    if (as === 'approver' && !isApprover(principal))
      return { kind: 'refused', why: 'not_an_approver', action: row }
    // A person may always take back what they asked for.
    if (verdict === 'approve' && needsSecondPerson(row.tier) && row.requester === principal.id)
      return { kind: 'refused', why: 'own_request', action: row }
    const isMoved =
      row.state === 'approval_pending' &&
      (await actions.move(row.organisation, id, {
        from: ['approval_pending'],
        to: verdict === 'approve' ? 'approved' : 'denied',
        decided_at: clock.now(),
        approver: principal.id,
      }))
    const now = (await findAny(row.organisation, id)) ?? row
    if (!isMoved) return { kind: 'refused', why: 'not_pending', action: now }
    const action = verdict === 'approve' ? ('approval.granted' as const) : ('approval.denied' as const)
    try {
      await audit.recordEvent({ ...toFacts(row), principal: principal.id, action })
    } catch (error) {
      // An approval that nobody can find again is none.
      await actions.move(row.organisation, id, { from: ['approved'], to: 'void', why: 'not_audited' })
      throw error
    }
    return { kind: 'decided', action: now }
  }

  return Object.freeze({
    ...createObjectReads(options),
    collect: createCollector,
    open,
    find,
    findToDecide,
    decide,
    async list(principal: Principal) {
      const { organisation, id } = principal
      return Promise.all(
        (await actions.list(organisation, { requester: id, limit: MOST_LISTED })).map(settle),
      )
    },
    async listToDecide(principal: Principal) {
      const { organisation, id } = principal
      const whose = isApprover(principal) ? {} : { requester: id }
      return Promise.all((await actions.list(organisation, { ...whose, limit: MOST_LISTED })).map(settle))
    },
    async preview({ principal, parts: [part], investigation }: NewAction, budget_ms: number) {
      if (part === undefined) return null
      const { signal } = new AbortController()
      const outcome = await options.runPart({
        part,
        principal,
        budget_ms,
        signal,
        ...(investigation === undefined ? {} : { investigation }),
        how: { preview: true },
      })
      return outcome.kind === 'asked' ? outcome.read : null
    },
    async run(wish) {
      const row = await find(wish.principal, wish.id)
      if (row === null) return { kind: 'unknown_action' }
      // A token that acts for somebody else changes nothing, whoever approved it.
      const isHeldBack = isWriteTier(row.tier) && wish.principal.delegated === true
      return row.state === 'approved' && !isHeldBack ? run(row, wish) : { kind: 'stands', action: row }
    },
  })
}

// Tells whether a principal decides actions of others.
export function isApprover({ role }: Pick<Principal, 'role'>): boolean {
  return role === 'approver' || role === 'admin'
}

function createCollector(): Collector {
  const id = `pa_${randomBytes(16).toString('base64url')}`
  const byUnit = new Map<string, ActionPart>()
  return {
    pending: {
      id,
      add(part, unit) {
        const key = `${unit} ${JSON.stringify(part.arguments)}`
        if (!byUnit.has(key)) byUnit.set(key, part)
      },
    },
    parts: () => [...byUnit.values()],
  }
}

function toRiskiest(parts: readonly ActionPart[]): Tier {
  return TIERS[Math.max(...parts.map((part) => TIERS.indexOf(part.tier)))] ?? 'never'
}

function toFacts({ organisation, requester, id, tool, tier, investigation }: ActionRow) {
  return {
    organisation,
    principal: requester,
    call: id,
    approval: id,
    tier,
    purpose: tool,
    ...(investigation === null ? {} : { investigation }),
  }
}
