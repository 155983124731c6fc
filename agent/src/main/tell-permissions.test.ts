import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONNECTORS } from '@vedette/connectors/registry'
import type { PermissionRequest } from '@vedette/proto/connector'
import { ConfigError } from '../config/index.ts'
import { tellPermissions } from './tell-permissions.ts'

const ask = (request: PermissionRequest) => tellPermissions(CONNECTORS, JSON.stringify(request))
const fails = (request: unknown) =>
  tellPermissions(CONNECTORS, JSON.stringify(request)).then(
    () => 'no fault',
    (error: unknown) => (error instanceof ConfigError ? (error.faults[0]?.path ?? '') : String(error)),
  )

test('an IAM policy holds the actions of what is not denied, and no other', async () => {
  const all = await ask({ connector: 'aws', local: [] })
  const less = await ask({ connector: 'aws', local: ['cost.*', 'cloud.iam.*', 'cloud.certificates.list'] })
  const actionsOf = ({ text }: { text: string }): string[] =>
    JSON.parse(text).Statement.flatMap((one: { Action: string[] }) => one.Action)
  assert.ok(actionsOf(all).some((action) => action.startsWith('ce:')))
  assert.deepEqual(
    actionsOf(less).filter((action) => /^(ce|budgets|acm):/.test(action)),
    [],
  )
  assert.ok(actionsOf(less).every((action) => actionsOf(all).includes(action)))
  assert.ok(less.denied.some(({ operation }) => operation === 'cost.query'))
  assert.equal(less.operations.includes('cost.query'), false)
  assert.deepEqual(actionsOf(await ask({ connector: 'aws', local: ['*'] })), ['sts:GetCallerIdentity'])
})

test('a ClusterRole lacks what is denied everywhere, a Role also what is denied in its namespace', async () => {
  const applied = [{ id: 'p', deny: 'k8s.configmaps.*', namespace: 'payments' }]
  const whole = await ask({ connector: 'kubernetes', local: ['k8s.storage_classes.list'], applied })
  assert.match(whole.text, /^kind: ClusterRole$/m)
  assert.doesNotMatch(whole.text, /storageclasses/)
  assert.match((await ask({ connector: 'kubernetes', local: [] })).text, /storageclasses/)
  assert.match(whole.text, /configmaps/)
  assert.deepEqual(whole.narrowed, ['p'])
  const { text } = await ask({ connector: 'kubernetes', local: [], applied, namespaces: ['payments', 'web'] })
  const [payments, web] = text.split('\n---\n')
  assert.match(payments ?? '', /^kind: Role\nmetadata:\n {2}name: vedette-agent\n {2}namespace: payments$/m)
  assert.doesNotMatch(payments ?? '', /configmaps/)
  assert.match(web ?? '', /configmaps/)
  assert.doesNotMatch(text, /\bnodes\b|persistentvolumes\b|clusterroles/)
  const none = await ask({ connector: 'kubernetes', local: ['*'] })
  assert.match(none.text, /resources: \[namespaces\]\n +verbs: \[get\]$/)
})

test('a role of PostgreSQL has only the grants that are left', async () => {
  const all = await ask({ connector: 'postgres', local: [] })
  assert.match(all.text, /GRANT pg_monitor TO vedette;/)
  assert.match(all.text, /GRANT SELECT ON/)
  const less = await ask({ connector: 'postgres', local: ['db.sql.read', 'db.queries.*'] })
  assert.doesNotMatch(less.text, /GRANT SELECT|EXTENSION/)
  const bare = await ask({ connector: 'postgres', local: ['db.*'] })
  assert.doesNotMatch(bare.text, /pg_|SELECT/)
})

test('every connector writes its permissions, without a wildcard that grants everything', async () => {
  for (const { id } of CONNECTORS) {
    const { text, operations } = await ask({ connector: id, local: [] })
    assert.ok(operations.length > 0, id)
    assert.doesNotMatch(text, /undefined|SUPERUSER|"Action": "\*"|verbs: \["?\*/, id)
  }
})

test('what cannot be meant is refused by its field', async () => {
  assert.equal(await fails({ connector: 'aws', local: ['cost.qery'] }), 'deny[0]')
  assert.equal(await fails({ connector: 'nothing', local: [] }), 'connector')
  assert.equal(await fails({ connector: 'aws', local: [], namespaces: ['web'] }), 'namespaces')
  assert.equal(await fails({ connector: 'kubernetes', local: [], namespaces: ['a\n---'] }), 'namespaces.0')
})
