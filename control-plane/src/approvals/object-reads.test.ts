import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallRequest } from '../bus/types.ts'
import { ASKER, createStand, obey, READ, RESTART, type Stand, toAnswer } from './testing/stand.ts'

const read = (stand: Stand, investigation = 'inv_1') =>
  stand.call(READ.tool, READ.args, {}, { investigation })

// What came of asking for a restart: the status of the action, or the code of the refusal.
async function restart(stand: Stand, investigation = 'inv_1'): Promise<unknown> {
  const body = await stand.call('k8s_workloads_restart', RESTART, {}, { investigation })
  return body['status'] ?? Object(body['error']).code
}

test('a restart rests on a read of the object in the same investigation', async () => {
  const stand = await createStand()
  assert.equal(await restart(stand), 'not_read')
  await read(stand, 'inv_2')
  assert.equal(await restart(stand), 'not_read')
  await read(stand)
  assert.equal(await restart(stand, 'inv_3'), 'not_read')
  assert.equal(await restart(stand), 'approval_pending')
  assert.deepEqual(
    (await stand.actions.list(ASKER)).map(({ tool }) => tool),
    ['k8s_workloads_restart'],
  )
  await stand.close()
})

test('a read of another object, another version or kind, or one that saw nothing, is none of it', async () => {
  const others: readonly [string, object][] = [
    ['kind', { kind: 'StatefulSet' }],
    ['name', { metadata: { namespace: 'shop', name: 'other', resourceVersion: '7' } }],
    ['namespace', { metadata: { namespace: 'blog', name: 'web', resourceVersion: '7' } }],
    ['version', { metadata: { namespace: 'shop', name: 'web', resourceVersion: '6' } }],
    ['group', { apiVersion: 'example.org/v1' }],
  ]
  for (const [what, change] of others) {
    const stand = await createStand({
      answer: (request) => {
        const answer = toAnswer(request.operation, false)
        if (request.operation !== 'k8s.resources.get') return answer
        return { ...answer, body: { object: { ...Object(answer.body).object, ...change }, withheld: [] } }
      },
    })
    await read(stand)
    assert.equal(await restart(stand), 'not_read', what)
    await stand.close()
  }
  const blind = await createStand({
    answer: (request: CallRequest) =>
      request.operation === 'k8s.resources.get'
        ? { ...toAnswer(request.operation, true), parts: [{ scope: {}, state: 'forbidden' }] }
        : obey(request, []),
  })
  await read(blind)
  assert.equal(await restart(blind), 'not_read')
  await blind.close()
})

test('where no agent lets anybody restart, nothing is kept of what is read', async () => {
  const stand = await createStand()
  const [agent] = stand.fleet.agents('acme')
  assert.ok(agent !== undefined)
  const connectors = agent.connectors.map((one) => ({
    ...one,
    operations: one.operations.filter(({ id }) => id !== 'k8s.workloads.restart'),
  }))
  stand.fleet.set([{ ...agent, connectors }])
  await read(stand)
  stand.fleet.set([agent])
  assert.equal(await restart(stand), 'not_read')
  await stand.close()
})
