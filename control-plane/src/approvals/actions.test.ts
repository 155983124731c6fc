import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CallResult } from '../bus/types.ts'
import {
  ANNOTATE,
  APPROVER,
  ASKER,
  createStand,
  READ,
  RESTART,
  SERVED,
  SILENCE,
  type Stand,
  toAnswer,
} from './testing/stand.ts'

// Asks for a silence, which another person must approve, and gives its handle.
async function ask(stand: Stand, tool = 'alerts_silences_create', args: unknown = SILENCE): Promise<string> {
  const body = await stand.call(tool, args)
  assert.equal(body['status'], 'approval_pending', JSON.stringify(body))
  return String(body['pending_action_id'])
}

const approve = (stand: Stand, id: string, principal = APPROVER) =>
  stand.actions.decide({ principal, id, verdict: 'approve', as: 'approver' })

const run = (stand: Stand, id: string) => stand.call('actions_run', { id })

describe('an action that a person must approve', () => {
  test('is asked with what it would do, changes nothing until then, and runs once', async () => {
    const stand = await createStand()
    const asked = await stand.call('alerts_silences_create', SILENCE)
    assert.equal(asked['status'], 'approval_pending')
    assert.match(String(asked['pending_action_id']), /^pa_[A-Za-z0-9_-]{22}$/)
    assert.match(JSON.stringify(asked['preview']), /DiskFull/)
    assert.deepEqual(
      stand.calls.map(({ preview }) => preview),
      [true],
    )
    const id = String(asked['pending_action_id'])
    assert.equal((await run(stand, id))['status'], 'approval_pending')
    assert.equal((await approve(stand, id)).kind, 'decided')
    const done = await run(stand, id)
    assert.deepEqual([done['status'], done['visibility'], done['created']], ['done', 'full', true])
    assert.equal((await run(stand, id))['status'], 'done')
    assert.deepEqual(stand.effects, [id])
    assert.equal(stand.calls.length, 2)
    await stand.close()
  })

  test('runs once however many try at the same moment', async () => {
    const stand = await createStand()
    const id = await ask(stand)
    await approve(stand, id)
    const bodies = await Promise.all(Array.from({ length: 20 }, () => run(stand, id)))
    assert.deepEqual(stand.effects, [id])
    assert.equal(bodies.filter((body) => body['created'] === true).length, 1)
    await stand.close()
  })

  test('leaves an intent in the audit before its effect, and an outcome after it', async () => {
    const rows: string[] = []
    const stand = await createStand({
      answer: (request) => {
        if (request.preview === undefined) rows.push('effect')
        return toAnswer(request.operation, request.preview === undefined)
      },
      wrap: ({ store, audit }) => ({
        store,
        audit: {
          ...audit,
          async recordIntent(facts) {
            const intent = await audit.recordIntent(facts)
            rows.push('intent')
            return intent
          },
          async recordOutcome(intent, facts) {
            await audit.recordOutcome(intent, facts)
            rows.push(`outcome ${facts.outcome?.join(' ')}`)
          },
        },
      }),
    })
    const id = await ask(stand)
    await approve(stand, id)
    await run(stand, id)
    assert.deepEqual(rows, ['intent', 'effect', 'outcome done'])
    const words = (await stand.store.audit.search('acme', { limit: 20 })).map(
      ({ kind, action }) => `${kind} ${action}`,
    )
    assert.deepEqual(words.filter((word) => !word.startsWith('start')).sort(), [
      'intent alerts.silences.create',
      'outcome alerts.silences.create',
      'security approval.granted',
      'security approval.requested',
    ])
    await stand.close()
  })

  test('is not run when its intent cannot be recorded', async () => {
    const stand = await createStand({
      wrap: ({ store, audit }) => ({
        store,
        audit: { ...audit, recordIntent: async () => Promise.reject(new Error('disk full')) },
      }),
    })
    const id = await ask(stand)
    await approve(stand, id)
    const body = await run(stand, id)
    assert.deepEqual([body['status'], body['why'], stand.effects], ['void', 'not_audited', []])
    await stand.close()
  })

  test('is approved by somebody else than who asked, who must be an approver', async () => {
    const stand = await createStand()
    await stand.call(READ.tool, READ.args)
    for (const [tool, args] of [
      ['alerts_silences_create', SILENCE],
      ['k8s_workloads_restart', RESTART],
    ] as const) {
      const id = await ask(stand, tool, args)
      const own = { ...ASKER, role: 'admin' as const }
      assert.deepEqual(refusal(await approve(stand, id, own)), 'own_request')
      assert.deepEqual(
        refusal(await stand.actions.decide({ principal: own, id, verdict: 'approve', as: 'requester' })),
        'own_request',
      )
      assert.deepEqual(refusal(await approve(stand, id, { ...APPROVER, role: 'viewer' })), 'unknown_action')
      assert.equal((await run(stand, id))['status'], 'approval_pending')
    }
    assert.deepEqual(stand.effects, [])
    await stand.close()
  })

  test('is to others what an unknown one is', async () => {
    const stand = await createStand()
    const id = await ask(stand)
    const unknown = await stand.call('actions_get', { id: `pa_${'A'.repeat(22)}` }, { id: 'tok_9' })
    for (const tool of ['actions_get', 'actions_run']) {
      assert.deepEqual(await stand.call(tool, { id }, { id: 'tok_9' }), unknown)
      assert.deepEqual(await stand.call(tool, { id }, { organisation: 'globex' }), unknown)
    }
    assert.equal((await stand.call('actions_list', {}, { id: 'tok_9' }))['total'], 0)
    assert.equal((await stand.call('actions_list', {}))['total'], 1)
    await stand.close()
  })

  test('that is denied, expired or void never runs', async () => {
    const stand = await createStand()
    const [denied, late, restarted] = [await ask(stand), await ask(stand), await ask(stand)]
    await stand.actions.decide({ principal: APPROVER, id: denied, verdict: 'deny', as: 'approver' })
    assert.equal(refusal(await approve(stand, denied)), 'not_pending')
    assert.equal((await run(stand, denied))['status'], 'denied')
    await approve(stand, restarted)
    stand.fleet.set([{ ...SERVED, incarnation: 'i2' }])
    assert.deepEqual(pick(await run(stand, restarted)), ['void', 'agent_restarted'])
    stand.fleet.set([SERVED])
    assert.deepEqual(pick(await run(stand, restarted)), ['void', 'agent_restarted'])
    const early = await ask(stand)
    await approve(stand, early)
    await stand.clock.advance(15 * 60_000)
    assert.equal((await run(stand, early))['status'], 'expired')
    assert.equal(refusal(await approve(stand, late)), 'not_pending')
    assert.deepEqual(stand.effects, [])
    await stand.close()
  })

  test('replayed with one byte changed, in the store or in who asks, reaches no agent', async () => {
    for (const change of ['arguments', 'requester', 'instance'] as const) {
      const stand = await createStand({
        wrap: ({ store, audit }) => ({ audit, store: { ...store, actions: tamper(store.actions, change) } }),
      })
      const id = await ask(stand)
      await approve(stand, id)
      const before = stand.calls.length
      const body = await run(stand, id)
      assert.notEqual(body['status'], 'done', change)
      assert.deepEqual([stand.calls.length, stand.effects], [before, []], change)
      await stand.close()
    }
  })

  test('whose object has changed is void, and whose answer is lost is unknown and never tried again', async () => {
    const changed: CallResult = {
      kind: 'refused',
      error: { code: 'invalid_argument', field: 'resource_version', message: 'changed', fix: 'read again' },
    }
    const lost: CallResult = { kind: 'lost', part: { scope: {}, state: 'timed_out', phase: 'agent' } }
    const gone: CallResult = { kind: 'lost', part: { scope: {}, state: 'agent_offline' } }
    const failed = {
      ...toAnswer('alerts.silences.create', true),
      parts: [{ scope: {}, state: 'upstream_failed' as const, status: 500 }],
    }
    const refused = { ...failed, parts: [{ scope: {}, state: 'forbidden' as const }] }
    const unread = { ...toAnswer('alerts.silences.create', true), body: { surprise: 1 } }
    const cases: readonly [CallResult | Error, string, string | null][] = [
      [changed, 'void', 'object_changed'],
      [gone, 'void', 'agent_offline'],
      [refused, 'void', 'forbidden'],
      [lost, 'outcome_unknown', 'timed_out'],
      [failed, 'outcome_unknown', 'upstream_failed'],
      [unread, 'outcome_unknown', 'schema_mismatch'],
      [new Error('crashed'), 'outcome_unknown', 'unusable'],
    ]
    for (const [result, state, why] of cases) {
      let sent = 0
      const stand = await createStand({
        answer(request) {
          if (request.preview === true) return toAnswer(request.operation, false)
          sent += 1
          if (result instanceof Error) throw result
          return result
        },
      })
      const id = await ask(stand)
      await approve(stand, id)
      await run(stand, id)
      const again = await run(stand, id)
      assert.deepEqual([again['status'], again['why'] ?? null, sent], [state, why, 1])
      await stand.close()
    }
  })
})

test('who asked decides what reaches nobody: a note in cautious mode by their own word, in auto mode by the mode', async () => {
  const stand = await createStand()
  const said = (word: 'accept' | 'decline' | 'later') => ({ elicit: async () => word })
  assert.equal(
    (await stand.call('annotations_create', ANNOTATE, {}, said('later')))['status'],
    'approval_pending',
  )
  assert.equal((await stand.call('annotations_create', ANNOTATE, {}, said('decline')))['status'], 'denied')
  assert.deepEqual(stand.effects, [])
  assert.equal((await stand.call('annotations_create', ANNOTATE, {}, said('accept')))['status'], 'done')
  assert.equal((await stand.call('annotations_create', ANNOTATE, { mode: 'auto' }))['status'], 'done')
  assert.equal(stand.effects.length, 2)
  let asked = 0
  const never = {
    async elicit() {
      asked += 1
      return 'accept' as const
    },
  }
  for (const mode of ['cautious', 'auto'] as const)
    assert.equal(
      (await stand.call('alerts_silences_create', SILENCE, { mode }, never))['status'],
      'approval_pending',
    )
  assert.deepEqual([asked, stand.effects.length], [0, 2])
  await stand.close()
})

function refusal(decided: Awaited<ReturnType<Stand['actions']['decide']>>): string | null {
  return decided.kind === 'refused' ? decided.why : null
}

function pick(body: Readonly<Record<string, unknown>>): unknown {
  return [body['status'], body['why']]
}

// A store in which one byte of a row has changed after it was approved.
function tamper(
  actions: Stand['store']['actions'],
  what: 'arguments' | 'requester' | 'instance',
): Stand['store']['actions'] {
  return {
    ...actions,
    async find(organisation, id) {
      const row = await actions.find(organisation, id)
      const [part] = row?.parts ?? []
      if (row === null || part === undefined || row.state !== 'approved') return row
      if (what === 'requester') return { ...row, requester: 'tok_2' }
      const changed =
        what === 'instance'
          ? { ...part, instance: 'prometheut' }
          : { ...part, arguments: { ...part.arguments, minutes: 31 } }
      return { ...row, parts: [changed] }
    },
  }
}
