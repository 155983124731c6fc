import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { type CallContext, complete, defineConnector, SourceError, serve } from '@vedette/proto/connector'
import { k8sServiceAccountsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { createHost } from './host.ts'
import { createInstance } from './instance.ts'

const ROWS = ['payments', 'web'].map((namespace) => ({
  namespace,
  name: 'default',
  cloud_identity: null,
  automount: null,
  secrets: [],
  image_pull_secrets: [],
  created_at: null,
}))

// The parts of an answer of which policy takes `payments` out, and whether it has a value.
async function ask(pick: (context: CallContext) => typeof ROWS) {
  const clock = createFakeClock()
  const served = serve(k8sServiceAccountsList, async (_client: null, _input, context) =>
    complete({ service_accounts: pick(context) }, { items: 1, as_of: 'now' }),
  )
  const connector = defineConnector({
    id: 'fake',
    title: 'Fake',
    config: z.strictObject({}),
    connect: () => null,
    probe: async () => ({ health: 'up', scopes: [] }),
    operations: [{ ...served, leavesOutNamespaces: true }],
  })
  const instance = createInstance(
    { instance: 'fake', connector, config: {}, secrets: [], expect: null, covers: [] },
    { clock, enableWrites: [] },
  )
  const here = instance.served.get('k8s.service_accounts.list')
  assert.ok(here?.leavesOutNamespaces)
  const result = await createHost(clock, [instance]).run({
    instance,
    served: here,
    arguments: {},
    scopes: [{ cluster: 'prod' }],
    budgetMs: 1000,
    signal: new AbortController().signal,
    onVendorCall: () => {},
    narrowed: {
      without: { has: (name) => name === 'payments' },
      parts: [{ scope: { namespace: 'payments' }, state: 'denied_by_policy', rule: 'r1' }],
    },
  })
  assert.ok(result.kind === 'answered')
  const { parts, value } = result.draft
  return {
    words: parts.map(({ scope, state, why, rule }) => [scope, state, why ?? rule]),
    hasValue: value !== undefined,
  }
}

const DENIED = [{ cluster: 'prod', namespace: 'payments' }, 'denied_by_policy', 'r1']

test('an answer without the denied namespace says so in a part with the rule', async () => {
  const { words, hasValue } = await ask(({ isNamespaceDenied }) =>
    ROWS.filter((row) => isNamespaceDenied?.(row.namespace) !== true),
  )
  assert.deepEqual([words, hasValue], [[[{ cluster: 'prod' }, 'read', undefined], DENIED], true])
})

test('a connector that gives a row of the denied namespace is unusable, and nothing of it leaves', async () => {
  const { words, hasValue } = await ask(() => ROWS)
  assert.deepEqual([words, hasValue], [[[{ cluster: 'prod' }, 'unusable', 'internal'], DENIED], false])
})

test('a read that fails still says what policy takes out', async () => {
  const { words } = await ask(() => {
    throw new SourceError('unauthorized')
  })
  assert.deepEqual(words, [[{ cluster: 'prod' }, 'unauthorized', undefined], DENIED])
})
