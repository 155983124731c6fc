import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configSchema, meantAccounts, splitAccounts } from './config.ts'

const credentials = { access_key_id: { env: 'A' }, secret_access_key: { env: 'B' } }
const prod = { alias: 'prod', regions: ['eu-west-1'] }
const test2 = {
  alias: 'test',
  regions: ['us-gov-west-1'],
  role_arn: 'arn:aws-us-gov:iam::111111111111:role/path/reader',
}

test('each account becomes an instance of its own, and a single one keeps the name', () => {
  const several = splitAccounts(configSchema.parse({ credentials, accounts: [prod, test2] }))
  assert.deepEqual(
    several.map(({ suffix, config }) => [suffix, config.accounts.map((one) => one.alias)]),
    [
      ['prod', ['prod']],
      ['test', ['test']],
    ],
  )
  const single = splitAccounts(configSchema.parse({ credentials, accounts: [prod] }))
  assert.deepEqual(
    single.map(({ suffix }) => suffix),
    [''],
  )
})

test('an account is meant by its id, else by its role, and never by its alias alone', () => {
  const named = { ...prod, account_id: '222222222222', role_arn: 'arn:aws:iam::333333333333:role/r' }
  const accounts = [named, test2, { ...prod, alias: 'bare' }]
  assert.deepEqual(meantAccounts(configSchema.parse({ credentials, accounts })), [
    { account: '222222222222', account_alias: 'prod' },
    { account: '111111111111', account_alias: 'test' },
  ])
})

for (const [name, wrong] of [
  ['two accounts of one alias', { accounts: [prod, prod] }],
  ['no region', { accounts: [{ alias: 'a', regions: [] }] }],
  ['a region that would be a host', { accounts: [{ alias: 'a', regions: ['evil.example'] }] }],
  ['a role that is no ARN', { accounts: [{ ...prod, role_arn: 'reader' }] }],
  ['an account id of eleven digits', { accounts: [{ ...prod, account_id: '12345678901' }] }],
  [
    'a key in the configuration',
    { accounts: [prod], credentials: { access_key_id: 'AKIA', secret_access_key: 's' } },
  ],
] as const)
  test(`${name} is refused`, () => {
    assert.equal(configSchema.safeParse({ credentials, ...wrong }).success, false)
  })
