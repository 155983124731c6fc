import type { Clock } from '@vedette/proto/clock'
import { isWriteTier } from '@vedette/proto/policy'
import type { Audit, AuditFacts } from '../audit/index.ts'
import type { Grant, PartOutcome, ReadResult, RunPart } from '../dispatch/index.ts'
import type { ActionPart, ActionRow, Store } from '../store/types.ts'
import { judgeEffect, type Verdict } from './judge.ts'
import type { ActionRun, Ran } from './types.ts'

export type RunnerParts = Readonly<{
  store: Pick<Store, 'actions'>
  audit: Pick<Audit, 'recordIntent' | 'recordOutcome'>
  runPart: RunPart
  clock: Clock
  onFault?: (error: unknown) => void
  // The action as it stands now.
  settle(row: ActionRow): Promise<ActionRow>
}>

// Beyond its budget nobody runs an action any more; room for the rows that come after the effect.
const GRACE_MS = 5_000

// Runs an approved action once: who moves it to `running` is the only one that does. For a write the intent stands in
// the audit before anything leaves, and an ending that is not certain is never taken for one.
export function createRunner(parts: RunnerParts): (row: ActionRow, wish: ActionRun) => Promise<Ran> {
  const { store, clock } = parts
  const { actions } = store

  async function stands(row: ActionRow): Promise<Ran> {
    const now = await actions.find(row.organisation, row.id)
    return { kind: 'stands', action: now === null ? row : await parts.settle(now) }
  }

  async function end(row: ActionRow, { state, why }: Verdict, reads: readonly ReadResult[]): Promise<Ran> {
    // Somebody may have called it unknown meanwhile: who ran it knows better.
    await actions.move(row.organisation, row.id, { from: ['running', 'outcome_unknown'], to: state, why })
    const now = await actions.find(row.organisation, row.id)
    return { kind: 'ran', action: now ?? { ...row, state, why }, reads }
  }

  return async (row, wish) => {
    const run_until = clock.now() + wish.budget_ms + GRACE_MS
    const isOurs = await actions.move(row.organisation, row.id, {
      from: ['approved'],
      to: 'running',
      run_until,
    })
    if (!isOurs) return stands(row)
    const ask = (part: ActionPart) => askPart(parts.runPart, { row, wish, part })
    if (!isWriteTier(row.tier)) {
      const outcomes = await Promise.all(row.parts.map(ask))
      const gone = outcomes.find((one) => one.kind === 'gone')
      if (gone?.kind === 'gone') return end(row, { state: 'void', why: gone.why }, [])
      return end(row, { state: 'done', why: null }, joinReads(outcomes))
    }
    const [part, ...others] = row.parts
    if (part === undefined || others.length > 0) return end(row, { state: 'void', why: 'not_one_place' }, [])
    return runEffect({ row, part, ask })
  }

  async function runEffect(
    facts: Readonly<{ row: ActionRow; part: ActionPart; ask(part: ActionPart): Promise<PartOutcome> }>,
  ): Promise<Ran> {
    const { row, part, ask } = facts
    const audited = toFacts(row, part)
    const intent = await parts.audit.recordIntent(audited).catch((error: unknown) => {
      parts.onFault?.(error)
      return null
    })
    // Nothing has left; but a row that says it may have cannot be ruled out, so it is not tried again.
    if (intent === null) return end(row, { state: 'void', why: 'not_audited' }, [])
    const outcome = await ask(part)
    const verdict = judgeEffect(outcome)
    const words = [verdict.state, ...(verdict.why === null ? [] : [verdict.why])]
    try {
      await parts.audit.recordOutcome(intent, { ...audited, outcome: words })
    } catch (error) {
      parts.onFault?.(error)
      return end(row, { state: 'outcome_unknown', why: 'not_audited' }, [])
    }
    return end(row, verdict, joinReads([outcome]))
  }
}

type Ask = Readonly<{ row: ActionRow; wish: ActionRun; part: ActionPart }>

// Whoever waits for the answer may leave: what has begun is not stopped halfway.
function askPart(runPart: RunPart, { row, wish, part }: Ask): Promise<PartOutcome> {
  const { signal } = new AbortController()
  return runPart({
    part,
    principal: wish.principal,
    budget_ms: wish.budget_ms,
    signal,
    ...(row.investigation === null ? {} : { investigation: row.investigation }),
    how: { grant: toGrant(row) },
  })
}

function toGrant({ id, requester, approver, decided_at, expires_at, parts }: ActionRow): Grant {
  return { id, requester, approver: approver ?? requester, approved_at: decided_at ?? 0, expires_at, parts }
}

// Reads of one question side by side, as one.
function joinReads(outcomes: readonly PartOutcome[]): readonly ReadResult[] {
  const reads = outcomes.flatMap((one) => (one.kind === 'asked' ? [one.read] : []))
  const byQuestion = Map.groupBy(reads, ({ request }) =>
    JSON.stringify([request.operation.id, request.arguments]),
  )
  return [...byQuestion.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [{ ...first, instances: [first, ...others].flatMap(({ instances }) => instances) }],
  )
}

function toFacts(row: ActionRow, part: ActionPart): AuditFacts {
  return {
    organisation: row.organisation,
    principal: row.requester,
    call: row.id,
    approval: row.id,
    action: part.operation,
    agent: part.agent,
    incarnation: part.incarnation,
    instance: part.instance,
    tier: part.tier,
    arguments: part.arguments,
    ...(row.investigation === null ? {} : { investigation: row.investigation }),
  }
}
