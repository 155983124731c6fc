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

test('an account whose connector is down, or has no credential, is one source and not out of reach besides', async () => {
  const meant_scopes = [{ account: '3', account_alias: 'old' }]
  const away = [
    { health: 'down', code: 'unauthorized', meant_scopes },
    { health: 'not_configured', reason: 'secret_missing', meant_scopes },
  ] as const
  const words_ = ['connector_down', 'not_configured']
  for (const [at, state] of away.entries()) {
    const agents = [
      ...FLEET,
      agent('edge', [
        connector('aws-old', [ACCOUNTS.id], { connector: 'aws', ...state, meant_scopes: [...meant_scopes] }),
      ]),
    ]
    const { results, calls } = await ask({
      agents,
      requests: [request(ACCOUNTS, { routing: { account: 'all' } })],
    })
    assert.deepEqual(words(results[0]), [
      `edge/aws-old: ${words_[at]}`,
      'outpost/aws-payer: read',
      'outpost/aws-prod: read',
    ])
    assert.equal(calls.length, 2)
    const source = results[0]?.instances.find((one) => one.instance === 'aws-old')?.outcome.sources[0]
    assert.equal(source?.scope['account'], '3')
    // Named by itself it is asked of nobody, and still no unknown name.
    const named = await ask({ agents, requests: [request(ACCOUNTS, { routing: { account: '3' } })] })
    assert.deepEqual(words(named.results[0]), [`edge/aws-old: ${words_[at]}`])
  }
})
