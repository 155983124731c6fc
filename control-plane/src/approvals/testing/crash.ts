import { join } from 'node:path'
import { createFolder } from '@vedette/test/kit'
import type { Audit } from '../../audit/index.ts'
import type { CallResult } from '../../bus/types.ts'
import type { Store } from '../../store/index.ts'
import { APPROVER, createStand, obey, SILENCE } from './stand.ts'

export type CrashOutcome = Readonly<{ state: string; effects: number; intents: number; outcomes: number }>

// Thrown at the moment of the crash; from then on this process does nothing any more.
class Crash extends Error {}

export type Guard = <T>(work: () => Promise<T> | T) => Promise<T>

// Lets `guard` stand before and after each write of the store and each row of the audit that an effect rests on.
export function watchSteps(parts: Readonly<{ store: Store; audit: Audit }>, guard: Guard) {
  const { store, audit } = parts
  const { actions } = store
  return {
    store: {
      ...store,
      actions: {
        ...actions,
        find: (...args: Parameters<typeof actions.find>) => guard(() => actions.find(...args)),
        move: (...args: Parameters<typeof actions.move>) => guard(() => actions.move(...args)),
      },
    },
    audit: {
      ...audit,
      recordIntent: (...args: Parameters<Audit['recordIntent']>) => guard(() => audit.recordIntent(...args)),
      recordOutcome: (...args: Parameters<Audit['recordOutcome']>) =>
        guard(() => audit.recordOutcome(...args)),
    },
  }
}

// Runs an approved silence in a control plane that stops dead at the `point`-th step of the way (before or after each
// write of the store, each row of the audit and the effect), starts another over the same store, lets it try again, and
// tells what there is then. Points beyond the last step crash nowhere.
export async function runCrash(point: number): Promise<CrashOutcome> {
  const undos: (() => void | Promise<void>)[] = []
  const url = `sqlite:${join(createFolder({ after: (undo) => void undos.push(undo) }), 'store.db')}`
  const effects: string[] = []
  let step = 0
  let isArmed = false
  const guard = async <T>(work: () => Promise<T> | T): Promise<T> => {
    const at = () => {
      if (isArmed && step++ >= point) throw new Crash()
    }
    at()
    const value = await work()
    at()
    return value
  }
  const first = await createStand({
    url,
    answer: (request): Promise<CallResult> => guard(() => obey(request, effects)),
    wrap: (parts) => watchSteps(parts, guard),
  })
  const asked = await first.call('alerts_silences_create', SILENCE)
  const id = String(asked['pending_action_id'])
  await first.actions.decide({ principal: APPROVER, id, verdict: 'approve', as: 'approver' })
  isArmed = true
  await first.call('actions_run', { id }).catch(() => {})
  await first.close()
  const outcome = await restart({ url, id, effects })
  for (const undo of undos) await undo()
  return outcome
}

// Starts another control plane over the same store, lets it try again, and tells what there is then.
export async function restart(
  facts: Readonly<{ url: string; id: string; effects: string[] }>,
): Promise<CrashOutcome> {
  const { url, id, effects } = facts
  const second = await createStand({ url, writer: 'cp_2', answer: (request) => obey(request, effects) })
  const before = (await second.store.actions.find('acme', id))?.state
  // Nobody can be running it any more.
  await second.clock.advance(60_000)
  // What was only approved may still run; of everything else only the state is asked.
  if (before !== 'approved') await second.call('actions_run', { id })
  const state = (await second.actions.find({ ...APPROVER, id: 'tok_1' }, id))?.state ?? 'gone'
  const rows = await second.store.audit.search('acme', { limit: 100, call: id })
  await second.close()
  const count = (kind: string) => rows.filter((row) => row.kind === kind).length
  return { state, effects: effects.length, intents: count('intent'), outcomes: count('outcome') }
}
