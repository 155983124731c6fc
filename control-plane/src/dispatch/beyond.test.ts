import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agent, ask, connector, operation, request, words } from './testing/world.ts'
import type { Routing } from './types.ts'

const ACCOUNTS = operation('account')
const HOSTS = operation('host')
const KNOWN = [
  { account: '1', account_name: 'payer' },
  { account: '2', account_name: 'prod' },
  { account: '3', account_name: 'old' },
]

const FLEET = [
  agent('outpost', [
    connector('aws-payer', [ACCOUNTS.id, HOSTS.id], {
      connector: 'aws',
      scopes: [{ account: '1', region: 'eu-west-1' }],
      known_scopes: KNOWN,
    }),
    connector('aws-prod', [ACCOUNTS.id], {
      connector: 'aws',
      scopes: [{ account: '2', region: 'eu-west-1' }],
    }),
  ]),
]

async function sweep(routing: Routing): Promise<readonly string[]> {
  const { results } = await ask({ agents: FLEET, requests: [request(ACCOUNTS, { routing })] })
  return words(results[0])
}

test('accounts that the organisation lists and nobody reaches are named as out of reach', async () => {
  assert.deepEqual(await sweep({ account: 'all' }), [
    '-/aws: out_of_reach',
    'outpost/aws-payer: read',
    'outpost/aws-prod: read',
  ])
  const { results } = await ask({
    agents: FLEET,
    requests: [request(ACCOUNTS, { routing: { account: 'all' } })],
  })
  const beyond = results[0]?.instances.find((one) => one.agent === null)
  const source = beyond?.outcome.sources[0]
  assert.deepEqual(source?.scope, { account: '3', account_name: 'old' })
})

test('an account out of reach may be named by id or name and is then no unknown one', async () => {
  assert.deepEqual(await sweep({ account: '3' }), ['-/aws: out_of_reach'])
  assert.deepEqual(await sweep({ account: ['old', '2'] }), ['-/aws: out_of_reach', 'outpost/aws-prod: read'])
  await assert.rejects(sweep({ account: '4' }), { code: 'unknown_scope' })
})

test('what was not asked for is not out of reach', async () => {
  assert.deepEqual(await sweep({ account: '2' }), ['outpost/aws-prod: read'])
  assert.deepEqual(await sweep({ account: 'all', agent: 'outpost' }), [
    'outpost/aws-payer: read',
    'outpost/aws-prod: read',
  ])
  const { results } = await ask({ agents: FLEET, requests: [request(HOSTS)] })
  assert.deepEqual(words(results[0]), ['outpost/aws-payer: read'])
})
