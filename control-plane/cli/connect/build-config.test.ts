import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { createFolder } from '@vedette/test/kit'
import { CliError } from '../cli-error.ts'
import { buildConfig, parsePair } from './build-config.ts'
import { parseSecretSource } from './secret-source.ts'
import { listSettings } from './settings.ts'

const SECRET = { secret: true }
const text = { type: 'string' }
const SETTINGS = listSettings({
  type: 'object',
  properties: {
    host: text,
    port: { type: 'integer' },
    pooler: { type: 'boolean' },
    mode: { enum: ['verify', 'off'], type: 'string' },
    ca_file: text,
    password: SECRET,
    headers: { type: 'object', additionalProperties: text },
    auth: { anyOf: [{ type: 'object', properties: { bearer: SECRET } }] },
    accounts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { alias: text, regions: { type: 'array', items: text } },
        required: ['alias'],
      },
    },
  },
  required: ['accounts'],
})
const build = (...pairs: string[]) =>
  buildConfig(
    pairs.map((pair) => parsePair(pair, '--set', SETTINGS)),
    '/home/me',
  )

const CASES: readonly [pairs: readonly string[], config: object][] = [
  [['host=db=1', 'port=5432', 'pooler=false'], { host: 'db=1', port: 5432, pooler: false }],
  [['ca_file=~/ca.pem'], { ca_file: '/home/me/ca.pem' }],
  [['password=env:PGPASSWORD'], { password: { env: 'PGPASSWORD' } }],
  [['auth.bearer=file:/run/token'], { auth: { bearer: { file: '/run/token' } } }],
  [['headers.X-Team=a,b'], { headers: { 'X-Team': 'a,b' } }],
  [
    ['accounts.alias=prod', 'accounts.regions=eu-west-1, eu-west-2', 'accounts.regions=us-east-1'],
    { accounts: [{ alias: 'prod', regions: ['eu-west-1', 'eu-west-2', 'us-east-1'] }] },
  ],
  [['accounts=[{"alias":"a"},{"alias":"b"}]'], { accounts: [{ alias: 'a' }, { alias: 'b' }] }],
  [['auth={"other":1}'], { auth: { other: 1 } }],
]

for (const [pairs, config] of CASES) {
  test(`--set ${pairs.join(' --set ')} is written as the connector reads it`, () => {
    assert.deepEqual(build(...pairs), config)
  })
}

const WRONG: readonly [pair: string, message: RegExp][] = [
  ['port=many', /^--set port must be a number$/],
  ['port=', /^--set port must be a number$/],
  ['pooler=maybe', /^--set pooler must be true or false$/],
  ['mode=on', /^--set mode must be one of verify, off$/],
  ['headers=X', /^--set headers must be JSON$/],
  ['host', /^--set takes name=value$/],
  ['hots=x', /^there is no setting hots$/],
]

for (const [pair, message] of WRONG) {
  test(`--set ${pair} is refused by name`, () => {
    assert.throws(
      () => build(pair),
      (error) => error instanceof CliError && error.exit === 'usage' && message.test(error.message),
    )
  })
}

test('only a secret can be given by --secret, and the nearest one is named', () => {
  assert.throws(
    () => parsePair('host=env:X', '--secret', SETTINGS),
    (error) => error instanceof CliError && error.fix === 'did you mean password, auth.bearer?',
  )
})

test('a secret given as a value is refused without being repeated', () => {
  for (const value of ['hunter2', 'file:', 'env:', 'env:two words', '/no/such/hunter2', 'basic:hunter2'])
    assert.throws(
      () => parseSecretSource(value, '--password', '/home/me'),
      (error) =>
        error instanceof CliError &&
        /^--password does not say where/.test(error.message) &&
        !`${error.message}${error.fix}`.includes('hunter2'),
    )
})

test('a path of a file that exists is where a secret is read from', (t) => {
  const home = createFolder(t)
  writeFileSync(join(home, 'config'), '')
  const expected = { file: join(home, 'config') }
  assert.deepEqual(parseSecretSource('~/config', '--kubeconfig', home), expected)
  assert.deepEqual(parseSecretSource(join(home, 'config'), '--kubeconfig', '/'), expected)
})
