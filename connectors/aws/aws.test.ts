import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import {
  createFakeClock,
  createReplayServer,
  describeConnector,
  type Route,
} from '@vedette/connectors/kit/testing'
import type { Reading } from '@vedette/proto/connector'
import { awsConnector } from './index.ts'
import { renderPolicy } from './permissions.ts'

const CREDENTIALS = { access_key_id: { env: 'AWS_KEY' }, secret_access_key: { env: 'AWS_SECRET' } }

describeConnector({
  connector: awsConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({
    endpoint: baseUrl,
    credentials: CREDENTIALS,
    accounts: [{ alias: 'prod', regions: ['eu-west-1'] }],
  }),
})

const XML = { 'content-type': 'text/xml' }
const query = (Action: string, text: string, more: Partial<Route> = {}): Route => ({
  method: 'POST',
  path: '/',
  headers: XML,
  text,
  ...more,
  query: { Action, ...more.query },
})
const IDENTITY = query(
  'GetCallerIdentity',
  '<GetCallerIdentityResponse><GetCallerIdentityResult><Account>111111111111</Account><Arn>arn:aws:iam::111111111111:user/vedette</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>',
)
const INSTANCES =
  '<DescribeInstancesResponse><reservationSet><item><instancesSet><item><instanceId>i-1</instanceId></item></instancesSet></item></reservationSet></DescribeInstancesResponse>'
const NONE = '<DescribeInstancesResponse><reservationSet/></DescribeInstancesResponse>'
const refusal = (code: string, message: string) =>
  `<Response><Errors><Error><Code>${code}</Code><Message>${message}</Message></Error></Errors></Response>`
const assumed = (account: string, key: string) =>
  query(
    'AssumeRole',
    `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>${key}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2026-01-01T01:00:00Z</Expiration></Credentials><AssumedRoleUser><Arn>arn:aws:sts::${account}:assumed-role/reader/vedette-aws</Arn></AssumedRoleUser></AssumeRoleResult></AssumeRoleResponse>`,
  )

// Runs operations over routes with one client, and gives the readings and what was asked.
async function run(
  operations: readonly string[],
  setup: Readonly<{ routes: readonly Route[]; account?: object; deadlineMs?: number; advance?: number }>,
) {
  const server = await createReplayServer(setup.routes)
  const clock = createFakeClock()
  const account = { alias: 'prod', regions: ['eu-west-1'], ...setup.account }
  const config = awsConnector.config.parse({
    endpoint: server.url,
    credentials: CREDENTIALS,
    accounts: [account],
  })
  const client = awsConnector.connect(config, { clock, instance: 'aws', readSecret: async () => 'KEY' })
  try {
    const readings: Reading<unknown>[] = []
    for (const id of operations) {
      const served = awsConnector.operations.find((one) => one.operation.id === id)
      assert.ok(served, id)
      const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 100 }
      readings.push(await served.run(client, {}, context))
      clock.advance(setup.advance ?? 0)
    }
    return { readings, requests: [...server.requests] }
  } finally {
    await awsConnector.close?.(client)
    await server.stop()
  }
}

const wordsOf = (reading: Reading<unknown> | undefined) =>
  (reading?.parts ?? []).map((part) =>
    [part.scope['region'], part.state, part.missing].filter(Boolean).join(' '),
  )

describe('accounts and roles', () => {
  const role_arn = 'arn:aws:iam::222222222222:role/reader'

  test('a role is taken with a policy of that operation alone, and its keys sign the reads', async () => {
    const routes = [
      assumed('222222222222', 'ASIAONE'),
      query('DescribeInstances', INSTANCES),
      query('DescribeVolumes', '<DescribeVolumesResponse><volumeSet/></DescribeVolumesResponse>'),
    ]
    const ids = ['cloud.instances.list', 'cloud.disks.list', 'cloud.instances.list']
    const { readings, requests } = await run(ids, { routes, account: { role_arn, external_id: 'ex-1' } })
    const forms = requests.map((one) => new URLSearchParams(one.body))
    assert.deepEqual(
      forms.map((form) => form.get('Action')),
      ['AssumeRole', 'DescribeInstances', 'AssumeRole', 'DescribeVolumes', 'DescribeInstances'],
    )
    const actions = forms
      .filter((form) => form.has('Policy'))
      .map((form) => JSON.parse(form.get('Policy') ?? ''))
    const statement = (Action: string[]) => ({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action, Resource: '*' }],
    })
    assert.deepEqual(actions, [statement(['ec2:DescribeInstances']), statement(['ec2:DescribeVolumes'])])
    assert.equal(forms[0]?.get('ExternalId'), 'ex-1')
    assert.match(requests[1]?.headers.authorization ?? '', /Credential=ASIAONE\//)
    assert.deepEqual(readings[0]?.parts[0]?.scope, { account: '222222222222', region: 'eu-west-1' })
  })

  test('a session is taken anew before it ends', async () => {
    const routes = [assumed('222222222222', 'ASIAONE'), query('DescribeInstances', INSTANCES)]
    const { requests } = await run(['cloud.instances.list', 'cloud.instances.list'], {
      routes,
      account: { role_arn },
      advance: 56 * 60_000,
    })
    assert.equal(requests.filter((one) => one.body.includes('Action=AssumeRole')).length, 2)
  })

  test('another account than the expected one is a scope mismatch, and nothing is read', async () => {
    const routes = [IDENTITY, query('DescribeInstances', INSTANCES)]
    await assert.rejects(run(['cloud.instances.list'], { routes, account: { account_id: '333333333333' } }), {
      state: 'unusable',
      carried: { why: 'scope_mismatch' },
    })
  })
})

describe('regions', () => {
  const regions = ['eu-west-1', 'us-east-1', 'ap-east-1']
  const at = (region: string, route: Route): Route => ({
    ...route,
    sent: { authorization: `/${region}/ec2/` },
  })

  test('each region keeps its own word', async () => {
    const routes = [
      IDENTITY,
      at('eu-west-1', query('DescribeInstances', INSTANCES)),
      at('us-east-1', query('DescribeInstances', NONE)),
      at('ap-east-1', query('DescribeInstances', refusal('OptInRequired', 'x'), { status: 401 })),
    ]
    const { readings } = await run(['cloud.instances.list'], { routes, account: { regions } })
    assert.deepEqual(wordsOf(readings[0]), ['eu-west-1 read', 'us-east-1 empty', 'ap-east-1 not_served'])
    const value = readings[0]?.value as { total: unknown } | undefined
    assert.equal(value?.total, null)
  })

  test('a list whose last page is missing is truncated and names the page', async () => {
    const first = INSTANCES.replace('</reservationSet>', '</reservationSet><nextToken>n2</nextToken>')
    const routes = [
      IDENTITY,
      query('DescribeInstances', refusal('InternalError', 'x'), { status: 500, query: { NextToken: 'n2' } }),
      query('DescribeInstances', first),
    ]
    const { readings } = await run(['cloud.instances.list'], { routes })
    assert.deepEqual(wordsOf(readings[0]), ['eu-west-1 truncated', 'eu-west-1 upstream_failed'])
  })
})

describe('errors', () => {
  const said =
    'User: arn:aws:iam::1:user/x is not authorized to perform: ec2:DescribeRegions because no policy allows it'
  const table: readonly (readonly [string, number, string, object])[] = [
    ['UnauthorizedOperation', 403, 'forbidden', { status: 403, missing: 'ec2:DescribeInstances' }],
    ['AccessDenied', 400, 'forbidden', { status: 400, missing: 'ec2:DescribeInstances' }],
    ['ExpiredToken', 400, 'unauthorized', { credential: 'aws', status: 400 }],
    ['InvalidClientTokenId', 403, 'unauthorized', { credential: 'aws', status: 403 }],
    ['SignatureDoesNotMatch', 403, 'unauthorized', { credential: 'aws', status: 403 }],
    ['AuthFailure', 401, 'unauthorized', { credential: 'aws', status: 401 }],
    ['RequestLimitExceeded', 503, 'throttled', { status: 503, by: 'vendor', retry_after_ms: 1000 }],
    ['Throttling', 400, 'throttled', { status: 400, by: 'vendor', retry_after_ms: 1000 }],
    ['InternalError', 500, 'upstream_failed', { status: 500 }],
    ['OptInRequired', 401, 'not_served', { why: 'ec2 is not switched on here', code: 'OptInRequired' }],
    [
      'InvalidParameterValue',
      400,
      'unusable',
      { why: 'unexpected_kind', code: 'request_refused', status: 400 },
    ],
    ['SomethingNew', 400, 'unusable', { why: 'unexpected_kind', status: 400 }],
  ]
  for (const [code, status, state, carried] of table)
    test(`${code} with ${status} is ${state}`, async () => {
      const routes = [IDENTITY, query('DescribeInstances', refusal(code, 'a sentence of AWS'), { status })]
      await assert.rejects(run(['cloud.instances.list'], { routes }), { state, carried })
    })

  test('a signature of another time than that of AWS is unauthorized', async () => {
    for (const code of ['RequestTimeTooSkewed', 'RequestExpired', 'InvalidSignatureException']) {
      const routes = [IDENTITY, query('DescribeInstances', refusal(code, 'x'), { status: 403 })]
      await assert.rejects(run(['cloud.instances.list'], { routes }), { state: 'unauthorized' }, code)
    }
  })

  test('the action that AWS names is the missing one, and its sentence stays behind', async () => {
    const routes = [IDENTITY, query('DescribeInstances', refusal('AccessDenied', said), { status: 403 })]
    await assert.rejects(run(['cloud.instances.list'], { routes }), {
      message: 'forbidden',
      carried: { status: 403, missing: 'ec2:DescribeRegions' },
    })
  })

  for (const [name, text] of [
    ['without its list', '<DescribeInstancesResponse><requestId>1</requestId></DescribeInstancesResponse>'],
    ['that is cut', INSTANCES.slice(0, -20)],
    ['that is a page', '<!DOCTYPE html><html><body>Sign in</body></html>'],
    ['that is JSON', '{"Reservations":[]}'],
  ] as const)
    test(`an answer ${name} is unusable, never an empty list`, async () => {
      const routes = [IDENTITY, query('DescribeInstances', text)]
      await assert.rejects(run(['cloud.instances.list'], { routes }), { state: 'unusable' })
    })
})

test('the README holds the policy of what is served, and the policy neither writes nor has a wildcard', () => {
  const policy = renderPolicy(awsConnector.operations.map((one) => one.operation))
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  assert.ok(readme.includes(policy), `write this into the README:\n${policy}`)
  const actions = [...policy.matchAll(/"([a-z0-9-]+:[\w*]+)"/g)].map((match) => match[1] ?? '')
  const reads =
    /:(?:Describe|Get|List|Lookup|View|Simulate|BatchGet|Filter|StartQuery|StopQuery|DownloadDBLog)/
  // Search of the resource explorer is declared by an operation that the tagging API serves.
  assert.deepEqual(
    actions.filter((action) => !reads.test(action)),
    ['resource-explorer-2:Search'],
  )
  assert.ok(!actions.includes('secretsmanager:GetSecretValue'))
})

test('every operation declares the permissions that its session policy is made of', () => {
  const bare = awsConnector.operations.filter((one) => (one.operation.permissions['aws'] ?? []).length === 0)
  assert.deepEqual(
    bare.map((one) => one.operation.id),
    [],
  )
})
