import type { Pending, ReadResult } from '../dispatch/index.ts'
import type { ActionPart, ActionRow, Principal } from '../store/types.ts'
import type { ObjectReads } from './object-reads.ts'

// What one tool call needs a person for, while it runs: one handle for all of it.
export type Collector = Readonly<{
  pending: Pending
  // The first place of each unit: places that read the very same thing are asked once.
  parts(): readonly ActionPart[]
}>

export type NewAction = Readonly<{
  id: string
  principal: Principal
  tool: string
  arguments: Readonly<Record<string, unknown>>
  parts: readonly ActionPart[]
  preview?: Readonly<Record<string, unknown>>
  investigation?: string
}>

export type Decision = Readonly<{
  principal: Principal
  id: string
  verdict: 'approve' | 'deny'
  // `requester`: the person in front of who asks was asked; `approver`: somebody who decides actions of others.
  as: 'requester' | 'approver'
}>

// Why a decision was not taken, in closed words; `not_pending` comes with the action as it stands.
export type Refusal = 'unknown_action' | 'own_request' | 'not_an_approver' | 'not_pending'

export type Decided =
  | Readonly<{ kind: 'decided'; action: ActionRow }>
  | Readonly<{ kind: 'refused'; why: Refusal; action?: ActionRow }>

export type ActionRun = Readonly<{
  principal: Principal
  id: string
  // Milliseconds that the sources may take.
  budget_ms: number
}>

// What came of running: nothing was asked and the action stands so, or it ran and stands so now.
export type Ran =
  | Readonly<{ kind: 'unknown_action' }>
  | Readonly<{ kind: 'stands'; action: ActionRow }>
  | Readonly<{ kind: 'ran'; action: ActionRow; reads: readonly ReadResult[] }>

// Pending actions of all organisations: opened by a call, decided by a person, run once.
export type Actions = ObjectReads &
  Readonly<{
    collect(): Collector
    // What the one part of a write would do, asked now. Null where it could not be asked at all.
    preview(action: NewAction, budget_ms: number): Promise<ReadResult | null>
    // Throws AuditError or the store's error: then there is no action.
    open(action: NewAction): Promise<ActionRow>
    // The action under this handle if this principal asked for it, as it stands now.
    find(principal: Principal, id: string): Promise<ActionRow | null>
    list(principal: Principal): Promise<readonly ActionRow[]>
    // For who decides: any action of the organisation. Null, or none, for everybody else's actions otherwise.
    findToDecide(principal: Principal, id: string): Promise<ActionRow | null>
    listToDecide(principal: Principal): Promise<readonly ActionRow[]>
    decide(decision: Decision): Promise<Decided>
    // Runs an approved action, once, whoever else tries at the same time.
    run(run: ActionRun): Promise<Ran>
  }>
