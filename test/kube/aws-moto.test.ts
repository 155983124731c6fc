import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { createDispatch } from '@vedette/control-plane/dispatch'
import { systemClock } from '@vedette/proto/clock'
import type { Connector, ProbeResult } from '@vedette/proto/connector'
import { OPERATIONS } from '@vedette/proto/operations'
import { renderPolicy } from '../../connectors/aws/permissions.ts'
import { type Account, type AwsInstance, connectAccounts, type KeyPair, loadAws, wordsOf } from './aws.ts'
import { MAIN_ACCOUNT, MOTO_SERVER, type Moto, startMoto } from './moto.ts'
import { sweepAll, toFleet } from './sweep.ts'

const skip = MOTO_SERVER === undefined ? 'needs moto, which npm run test:kube prepares' : false
const REGIONS = ['eu-west-1', 'us-east-1']
const toPolicy = (Action: readonly string[]) =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action, Resource: '*' }] })
const TRUST = JSON.stringify({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { AWS: '*' }, Action: 'sts:AssumeRole' }],
})

describe('AWS against moto', { skip, timeout: 300_000 }, () => {
  const undo: (() => unknown)[] = []
  let moto: Moto
  let connector: Connector
  before(async () => {
    moto = await startMoto({ after: (run) => undo.push(run) })
    connector = await loadAws()
  })
  afterEach(() => moto.enforceAfter(1_000_000))
  after(async () => {
    for (const run of undo.toReversed()) await run()
  })

  const connect = (
    accounts: readonly Account[],
    more: Readonly<{ keys?: KeyPair; organization?: boolean }> = {},
  ) => connectAccounts(connector, { url: moto.url, accounts, ...more })
  const connectOne = (account: Account, keys?: KeyPair): AwsInstance => {
    const [only] = connect([account], keys === undefined ? {} : { keys })
    return only ?? assert.fail('no instance was made')
  }
  const role = (account: string) => `arn:aws:iam::${account}:role/reader`

  test('each region says for itself what was read, so that a wrong region shows', async () => {
    const made = await moto.ask('ec2', {
      Action: 'RunInstances',
      ImageId: 'ami-12c6146b',
      MinCount: '1',
      MaxCount: '1',
      Version: '2016-11-15',
    })
    const id = /<instanceId>(i-[0-9a-f]+)</.exec(made)?.[1]
    const both = connectOne({ alias: 'main', regions: REGIONS })
    assert.deepEqual(await wordsOf(both.run('cloud.instances.list')), ['eu-west-1: read', 'us-east-1: empty'])
    const wrong = connectOne({ alias: 'main', regions: ['us-east-1'] })
    await assert.rejects(wrong.run('cloud.instances.get', { id }), {
      name: 'ArgumentError',
      code: 'not_found',
      message: 'no such id in us-east-1, the regions that were read',
    })
  })

  test('a role takes the reader into its own account, which is proved, and another is refused', async () => {
    await moto.ask(
      'ec2',
      { Action: 'CreateVolume', Size: '10', AvailabilityZone: 'eu-west-1a', Version: '2016-11-15' },
      '222222222222',
    )
    const role_arn = role('222222222222')
    const there = connectOne({ alias: 'there', role_arn, regions: ['eu-west-1'] })
    const expected = connectOne({
      alias: 'expected',
      account_id: '333333333333',
      role_arn,
      regions: ['eu-west-1'],
    })
    const reading = await there.run('cloud.disks.list')
    assert.deepEqual(
      reading.parts.map((part) => part.scope),
      [{ account: '222222222222', region: 'eu-west-1' }],
    )
    assert.deepEqual((await there.probe()).scopes, [
      { account: '222222222222', account_alias: 'there', region: 'eu-west-1' },
    ])
    await assert.rejects(expected.run('cloud.disks.list'), {
      state: 'unusable',
      carried: { why: 'scope_mismatch' },
    })
    const refused: ProbeResult = await expected.probe()
    assert.deepEqual(refused, { health: 'down', code: 'scope_mismatch', scopes: [] })
  })

  // Operations that moto serves whole; their declared actions are what the policy is made of. Alarms are not among
  // them: moto asks for `monitoring:DescribeAlarms`, where AWS asks for `cloudwatch:DescribeAlarms`.
  const SAMPLE = [
    'cloud.instances.list',
    'cloud.disks.list',
    'cloud.networks.list',
    'cloud.subnets.list',
    'cloud.security_groups.list',
    'cloud.public_ips.list',
    'cloud.databases.list',
    'cloud.autoscaling.list',
    'cloud.iam.roles.list',
    'cloud.secrets.list',
    'queues.list',
    'topics.list',
    'logs.sources.list',
  ]
  const definitions = OPERATIONS.filter((one) => SAMPLE.includes(one.id))

  const iam = (form: Readonly<Record<string, string>>) => moto.ask('iam', { ...form, Version: '2010-05-08' })

  // A user who may take the reader's role and nothing else.
  async function createAgent(): Promise<KeyPair> {
    await iam({ Action: 'CreateUser', UserName: 'agent' })
    const made = await iam({ Action: 'CreateAccessKey', UserName: 'agent' })
    const assume = toPolicy(['sts:AssumeRole'])
    await iam({ Action: 'PutUserPolicy', UserName: 'agent', PolicyName: 'assume', PolicyDocument: assume })
    await iam({ Action: 'CreateRole', RoleName: 'reader', AssumeRolePolicyDocument: TRUST })
    const id = /<AccessKeyId>([^<]+)</.exec(made)?.[1] ?? ''
    return { id, secret: /<SecretAccessKey>([^<]+)</.exec(made)?.[1] ?? '' }
  }

  async function enforce(PolicyDocument: string): Promise<void> {
    await moto.enforceAfter(1_000_000)
    await iam({ Action: 'PutRolePolicy', RoleName: 'reader', PolicyName: 'read', PolicyDocument })
    await moto.enforceAfter(0)
  }

  const reader = (keys: KeyPair) => {
    return connectOne({ alias: 'main', role_arn: role(MAIN_ACCOUNT), regions: ['eu-west-1'] }, keys)
  }

  test('the generated policy is enough, and without one of its actions the answer names the missing one', async () => {
    // Something of each kind, so that every action is needed.
    await moto.ask('ec2', {
      Action: 'CreateSecurityGroup',
      GroupName: 'web',
      GroupDescription: 'web',
      Version: '2016-11-15',
    })
    await moto.ask('sns', { Action: 'CreateTopic', Name: 'events', Version: '2010-03-31' })
    await moto.askJson('sqs', 'AmazonSQS.CreateQueue', { QueueName: 'orders' })
    const scaling = { Version: '2011-01-01', LaunchConfigurationName: 'web' }
    await moto.ask('autoscaling', {
      Action: 'CreateLaunchConfiguration',
      ...scaling,
      ImageId: 'ami-12c6146b',
      InstanceType: 't3.micro',
    })
    await moto.ask('autoscaling', {
      Action: 'CreateAutoScalingGroup',
      ...scaling,
      AutoScalingGroupName: 'web',
      MinSize: '0',
      MaxSize: '1',
      'AvailabilityZones.member.1': 'eu-west-1a',
    })
    const keys = await createAgent()
    const whole = renderPolicy(definitions)
    await enforce(whole)
    const able = reader(keys)
    for (const id of SAMPLE) {
      const words = await wordsOf(able.run(id))
      assert.ok(
        words.every((word) => /: (?:read|empty)$/.test(word)),
        `${id}: ${words.join(', ')}`,
      )
    }
    const actions = [...whole.matchAll(/"([a-z0-9-]+:[A-Z]\w+)"/g)].map((match) => match[1] ?? '')
    const unneeded: string[] = []
    for (const action of actions) {
      const users = definitions.filter((one) => one.permissions['aws']?.includes(action) === true)
      if (users.length === 0) continue
      await enforce(toPolicy(actions.filter((one) => one !== action)))
      const unable = reader(keys)
      const words = (await Promise.all(users.map((one) => wordsOf(unable.run(one.id))))).flat()
      if (!words.some((word) => word.endsWith(`forbidden ${action}`))) unneeded.push(action)
    }
    // Declared for what these lists do not read: tags, last use and metrics of other questions.
    assert.deepEqual(unneeded.sort(), UNUSED)
  })
  const UNUSED = [
    'autoscaling:DescribeTags',
    'cloudwatch:GetMetricData',
    'logs:DescribeLogStreams',
    'rds:ListTagsForResource',
    'ssm:DescribeParameters',
  ]

  test('a sweep over fifteen accounts asks twelve, and its next call reads the rest', async () => {
    await moto.askJson('organizations', 'AWSOrganizationsV20161128.CreateOrganization', { FeatureSet: 'ALL' })
    const ids: string[] = []
    for (let index = 0; index < 16; index++) {
      const made = await moto.askJson('organizations', 'AWSOrganizationsV20161128.CreateAccount', {
        AccountName: `team-${String(index).padStart(2, '0')}`,
        Email: `team-${index}@example.com`,
      })
      ids.push((made as { CreateAccountStatus: { AccountId: string } }).CreateAccountStatus.AccountId)
    }
    // One account of the organisation has no instance, and the payer's own instance tells of it.
    const [beyond = '', ...inside] = ids
    const accounts = [
      { alias: 'payer', regions: ['eu-west-1'] },
      ...inside.slice(0, 14).map((id, at) => ({
        alias: `team-${at}`,
        // One role leads to another account than the configuration expects.
        account_id: at === 3 ? '999999999999' : id,
        role_arn: role(id),
        regions: ['eu-west-1'],
      })),
    ]
    const instances = connect(accounts, { organization: true })
    const fleet = await toFleet(instances)
    const dispatch = createDispatch({ ...fleet, clock: systemClock, tick_ms: 10_000 })
    const first = await sweepAll(dispatch, 'all')
    const asked = first.words.filter((one) => one.state === 'read' || one.state === 'empty')
    const capped = first.words.filter((one) => one.state === 'capped')
    // Of fifteen one is not asked, because its probe proved another account.
    assert.equal(asked.length, 12)
    assert.equal(capped.length, 2)
    assert.equal(first.words.filter((one) => one.state === 'connector_down').length, 1)
    const outside = first.words.filter((one) => one.state === 'out_of_reach').map((one) => one.account)
    assert.ok(outside.includes(beyond), `out of reach: ${outside.join(', ')}`)
    const rest = await sweepAll(dispatch, first.next ?? [])
    assert.deepEqual(
      rest.words
        .filter((one) => one.state === 'read' || one.state === 'empty')
        .map((one) => one.account)
        .sort(),
      capped.map((one) => one.account).sort(),
    )
  })
})
