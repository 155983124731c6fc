import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createFakeClock,
  createReplayServer,
  describeConnector,
  type Fault,
  type Route,
} from '@vedette/connectors/kit/testing'
import { SourceError, writePermissions } from '@vedette/proto/connector'
import { STATES } from '@vedette/proto/visibility'
import { loadFixtures } from '../kit/testing/fixtures.ts'
import { RUN_MS, startRun } from '../kit/testing/run.ts'
import { splitProjects } from './config.ts'
import { gcpConnector } from './index.ts'
import { renderRole } from './permissions.ts'

const FEDERATION = Object.freeze({
  token: { file: '/var/run/secrets/token' },
  audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/cluster',
  service_account: 'reader@acme-prod-1.iam.gserviceaccount.com',
})
const toConfig = (endpoint: string) => ({
  endpoint,
  credentials: { federation: FEDERATION },
  projects: [{ project: 'acme-prod-1' }],
})

describeConnector({
  connector: gcpConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => toConfig(baseUrl),
})

const fixtures = loadFixtures(import.meta.dirname).filter((one) => 'value' in one.expected)
// The exchange, the account that is acted as, and the proof of the project come before any question.
const BEFORE = 3

describe('a failure of the question itself', () => {
  const words: readonly (readonly [Fault, string])[] = [
    ['http_401', 'unauthorized'],
    ['http_403', 'forbidden'],
    ['http_429', 'throttled'],
    ['http_500', 'upstream_failed'],
    ['html', 'unusable'],
    ['truncated_json', 'unusable'],
    ['empty_body', 'unusable'],
    ['oversized', 'unusable'],
    ['silence', 'timed_out'],
  ]
  for (const [fault, state] of words)
    test(`${fault} is ${state} in every operation, behind a project that was proved`, async () => {
      const server = await createReplayServer()
      try {
        const seen = new Set<unknown>()
        for (const fixture of fixtures) {
          if (seen.has(fixture.request.operation) || fixture.request.operation === 'cloud.identity.get')
            continue
          seen.add(fixture.request.operation)
          server.load(fixture.responses)
          server.fail(fault, BEFORE + 1)
          const run = startRun({ connector: gcpConnector, fixture, config: toConfig(server.url) })
          if (fault === 'silence') {
            await server.arrived(BEFORE + 1)
            run.clock.advance(RUN_MS)
          }
          const outcome = await run.outcome
          await run.close()
          assert.equal(outcome.kind, 'source_error', `${fixture.name} gave ${outcome.kind}`)
          assert.equal(outcome.kind === 'source_error' ? outcome.error.state : '', state, fixture.name)
        }
        assert.equal(seen.size, gcpConnector.operations.length - 1)
      } finally {
        await server.stop()
      }
    })
})

test('every permission that an answer calls missing is one that the operation declares', async () => {
  const server = await createReplayServer()
  try {
    for (const fixture of fixtures) {
      const operation = gcpConnector.operations.find((one) => one.operation.id === fixture.request.operation)
      const declared = operation?.operation.permissions['gcp'] ?? []
      assert.ok(declared.length > 0, `${fixture.request.operation} declares nothing`)
      server.load(fixture.responses)
      const whole = startRun({ connector: gcpConnector, fixture, config: toConfig(server.url) })
      await whole.outcome
      await whole.close()
      const total = server.requests.length
      for (let from = BEFORE + 1; from <= total; from++) {
        server.load(fixture.responses)
        server.fail('http_403', from)
        const run = startRun({ connector: gcpConnector, fixture, config: toConfig(server.url) })
        const outcome = await run.outcome
        await run.close()
        const parts = outcome.kind === 'reading' ? outcome.reading.parts : []
        const carried = outcome.kind === 'source_error' ? [outcome.error.carried] : parts
        const missing = carried.flatMap((one) => one.missing ?? [])
        assert.ok(missing.length > 0, `${fixture.name} names no permission at request ${from}`)
        for (const one of missing.filter((it) => !it.endsWith(' enabled')))
          assert.ok(
            declared.includes(one),
            `${fixture.request.operation} needs ${one} and does not declare it`,
          )
      }
    }
  } finally {
    await server.stop()
  }
})

test('no fixture of a place that was not read counts as empty or gives a total', () => {
  const lacking = fixtures.filter(
    (one) =>
      // Metrics count what they show, and the count of such an answer is bounded where it is sealed.
      one.request.operation?.startsWith('cloud.') === true &&
      'parts' in one.expected &&
      one.expected.parts.some((part) => part.errno === 'UNREACHABLE'),
  )
  assert.ok(lacking.length >= 8, 'the fixtures of unreachable places are gone')
  for (const { name, expected } of lacking) {
    assert.ok('parts' in expected && expected.parts.every((part) => part.state !== 'empty'), name)
    assert.equal((expected.value as { total: unknown }).total, null, name) // lists have a total
  }
})

test('a list of projects never counts as all of them', () => {
  const fixture = fixtures.find((one) => one.name === 'accounts')
  assert.ok(fixture !== undefined && 'parts' in fixture.expected)
  const words = fixture.expected.parts.map((part) => part.state)
  assert.deepEqual(words, ['truncated', 'out_of_reach'])
  assert.ok(words.every((word) => STATES[word].effects.includes('A') && STATES[word].effects.includes('C')))
})

test('each project is an instance of its own, named by its alias or its id', () => {
  const parsed = gcpConnector.config.parse({
    ...toConfig('http://vendor.test'),
    projects: [{ project: 'acme-prod-1', alias: 'prod' }, { project: 'acme-dev-1' }],
  })
  const all = splitProjects(parsed as Parameters<typeof splitProjects>[0]) // parsed by the connector's own schema
  assert.deepEqual(
    all.map((one) => [one.suffix, one.config.projects.map((it) => it.project)]),
    [
      ['prod', ['acme-prod-1']],
      ['acme-dev-1', ['acme-dev-1']],
    ],
  )
})

test('another number than the configured one is a scope mismatch, and nothing is read', async () => {
  const fixture = fixtures.find((one) => one.name === 'disks')
  assert.ok(fixture !== undefined)
  const server = await createReplayServer(fixture.responses as Route[])
  try {
    const clock = createFakeClock()
    const config = gcpConnector.config.parse({
      ...toConfig(server.url),
      projects: [{ project: 'acme-prod-1', number: '999999999' }],
    })
    const client = gcpConnector.connect(config, { clock, instance: 'gcp', readSecret: async () => 'token' })
    const served = gcpConnector.operations.find((one) => one.operation.id === 'cloud.disks.list')
    const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 100 }
    await assert.rejects(
      async () => served?.run(client, {}, context),
      (error) => {
        assert.ok(error instanceof SourceError)
        assert.deepEqual([error.state, error.carried.why], ['unusable', 'scope_mismatch'])
        return true
      },
    )
    assert.ok(!server.requests.some((one) => one.path.includes('/compute/')))
    await gcpConnector.close?.(client)
  } finally {
    await server.stop()
  }
})

describe('the custom role', () => {
  test('holds each permission by its name, reads only, and no value of a secret or a key', () => {
    const { includedPermissions } = JSON.parse(
      renderRole(gcpConnector.operations.map((one) => one.operation)),
    )
    assert.ok(includedPermissions.length > 50)
    const reads = /\.(?:list|get|getIamPolicy|getEffectiveFirewalls|searchAllResources)$/
    assert.deepEqual(
      includedPermissions.filter((one: string) => !reads.test(one)),
      [],
    )
    for (const never of [
      'secretmanager.versions.access',
      'storage.objects.get',
      'cloudkms.cryptoKeyVersions.get',
    ])
      assert.ok(!includedPermissions.includes(never))
  })

  test('leaves out what a denied operation alone needs', () => {
    const rules = [{ id: 'r1', deny: 'cloud.secrets.*' }]
    const { text, denied } = writePermissions(gcpConnector, { rules })
    assert.deepEqual(denied, [{ operation: 'cloud.secrets.list', rule: 'r1' }])
    assert.ok(!text.includes('secretmanager'))
    assert.ok(text.includes('compute.instances.list'))
  })
})
