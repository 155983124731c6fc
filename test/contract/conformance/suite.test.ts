import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFixtureServer } from './server.ts'
import { REVISIONS, runSuite } from './suite.ts'

for (const { revision, args, scenarios } of REVISIONS) {
  test(`every scenario of ${revision} in the protocol's conformance suite that applies passes`, async (t) => {
    const { code, passed, text } = await runSuite(await startFixtureServer(t), args)
    assert.equal(code, 0, text)
    assert.equal(passed.length, scenarios, text)
  })
}

test('an endpoint that is not there fails the suite', async () => {
  const { code, passed } = await runSuite('http://127.0.0.1:1/mcp', [
    '--scenario',
    'tools-list',
    '--spec-version',
    '2025-11-25',
  ])
  assert.notEqual(code, 0)
  assert.deepEqual(passed, [])
})
