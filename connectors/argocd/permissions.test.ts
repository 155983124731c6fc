import assert from 'node:assert/strict'
import { test } from 'node:test'
import { argocdConnector } from './index.ts'

test('the policy lets the account get applications, and nothing else', () => {
  const all = argocdConnector.operations.map(({ operation }) => operation)
  assert.equal(
    argocdConnector.permissions?.render(all),
    [
      'data:',
      '  policy.csv: |',
      '    p, role:vedette, applications, get, */*, allow',
      '    g, vedette, role:vedette',
    ].join('\n'),
  )
  const silent = all.filter((one) => (one.permissions['argocd'] ?? []).length === 0)
  assert.deepEqual(silent, [])
})
