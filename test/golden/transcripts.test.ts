import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOperation } from '@vedette/proto/operations'
import { askAll, listLost, revive, TRANSCRIPTS } from './revive.ts'

test('there is a transcript of a release, and it holds connectors and answers', () => {
  assert.ok(TRANSCRIPTS.length > 0)
  for (const { connectors, calls } of TRANSCRIPTS) assert.ok(connectors.length >= 3 && calls.length >= 40)
})

for (const transcript of TRANSCRIPTS)
  test(`an agent of ${transcript.version} serves under this control plane all that it had, and its answers count`, async (t) => {
    const revived = await revive(t, transcript)
    const served = revived.replica.fleet.agents('acme').flatMap(({ connectors }) => connectors)
    assert.deepEqual(
      served.map(({ instance, operations }) => [instance, operations.map(({ id }) => id)]),
      transcript.connectors.map(({ instance, operations }) => [instance, operations.map(({ id }) => id)]),
    )
    const problems = transcript.connectors.flatMap(({ operations }) =>
      operations.flatMap(({ id, contract }) => {
        const now = findOperation(id)
        return now?.contract === contract ? [] : [`${id}: contract ${contract}, here ${now?.contract}`]
      }),
    )
    assert.deepEqual([...problems, ...listLost(await askAll(revived))], [])
  })
