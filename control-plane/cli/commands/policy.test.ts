import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { systemClock } from '@vedette/proto/clock'
import type { PolicyMessage } from '@vedette/proto/wire'
import { createFolder } from '@vedette/test/kit'
import { hashRules } from '../../src/policy/check.ts'
import { createPolicies } from '../../src/policy/index.ts'
import { createStore } from '../../src/store/index.ts'
import { agentView, connectorState, createFakeFleet } from '../../testing/fakes.ts'
import { startHttp } from '../../testing/http.ts'
import { readEnvironment } from '../config.ts'
import { runCli } from '../program.ts'

const POLICY = {
  status: 'APPLIED' as const,
  local_hash: hashRules([]),
  remote_version: 0,
  remote_hash: hashRules([]),
  effective_hash: hashRules([]),
  rules: [],
}
const HOST = connectorState('host', ['host.disks.list'])
const WEB = agentView('web-1', [HOST], { policy: POLICY })

// A control plane with one agent, which takes each policy that is pushed as `take` says.
async function setUp(t: TestContext, take: (policy: PolicyMessage) => typeof POLICY | null) {
  const store = await createStore({ url: 'sqlite::memory:', clock: systemClock })
  await store.organisations.create('acme')
  const fleet = createFakeFleet([WEB])
  const policies = createPolicies({
    store,
    fleet,
    clock: systemClock,
    tick_ms: 1000,
    bus: {
      organisations: () => ['acme'],
      sendPolicy(_organisation, message) {
        const policy = take(message)
        if (policy !== null) setImmediate(() => fleet.set([{ ...WEB, policy }]))
      },
    },
    audit: { recordEvent: async () => {} },
    tools: () => [],
  })
  await policies.load()
  const { url } = await startHttp(t, { fleet, policies })
  t.after(async () => {
    policies.close()
    await store.close()
  })
  const file = join(createFolder(t), 'policy.yaml')
  const run = async (words: string, more: { isTty?: boolean; answer?: string; token?: string } = {}) => {
    const out: string[] = []
    const err: string[] = []
    const code = await runCli(
      [...words.split(' '), '--url', url, '--token', more.token ?? 'vdt_admin'].map((one) =>
        one === 'FILE' ? file : one,
      ),
      {
        environment: readEnvironment({ HOME: '/nonexistent' }),
        clock: systemClock,
        isTty: more.isTty ?? true,
        write: (text) => void out.push(text),
        writeError: (text) => void err.push(text),
        ask: async () => more.answer ?? null,
        signal: new AbortController().signal,
      },
    )
    return { code, out: out.join(''), err: err.join('') }
  }
  return { run, write: (text: string) => writeFileSync(file, text), store }
}

// What an honest agent without rules of its own reports.
function enforce({ version, rules }: PolicyMessage): typeof POLICY {
  const hash = hashRules(rules as never) // the rules that were just sent, without keys that are not set
  const reported = rules.map((rule) => ({ ...rule, origin: 'remote' as const }))
  return {
    ...POLICY,
    remote_version: version,
    remote_hash: hash,
    effective_hash: hash,
    rules: reported as never,
  } // as above
}

test('a list is drafted, tested, compared, applied and kept in the history from the command line', async (t) => {
  const { run, write } = await setUp(t, enforce)
  write(
    'rules:\n  - host.disks.list\n  - k8s.podz.list\nassertions:\n  - { operation: host.disks.list, expect: denied }\n',
  )
  const drafted = await run('policy draft FILE')
  assert.equal(drafted.code, 0, drafted.err)
  assert.match(drafted.out, /unknown here, kept: k8s\.podz\.list; nearest: .*k8s\.pods\.list/)
  assert.match(drafted.out, /disappears +web-1 +host +host\.disks\.list/)
  const diff = await run('policy diff')
  assert.match(diff.out, /^\+ host\.disks\.list \(rule-[0-9a-f]{16}\)$/m)
  const shown = await run('policy show')
  assert.match(shown.out, /no list was ever applied/)
  assert.match(shown.out, /web-1 +APPLIED/)
  assert.equal((await run('policy apply')).code, 2)
  assert.equal((await run('policy apply', { answer: 'no' })).code, 1)
  const applied = await run('policy apply --yes --note first')
  assert.deepEqual([applied.code, applied.err], [0, 'version 1 is applied\n'])
  assert.match(applied.out, /web-1 +APPLIED +1/)
  write('[]')
  assert.equal((await run('policy draft FILE')).code, 0)
  assert.match((await run('policy diff')).out, /^- host\.disks\.list/m)
  assert.equal((await run('policy draft --discard')).code, 0)
  const back = await run('policy apply --from-version 1 --yes', { isTty: false })
  assert.deepEqual([back.code, JSON.parse(back.out).applied.copy_of], [0, 1])
  const history = await run('policy history --json')
  assert.deepEqual(
    JSON.parse(history.out).versions.map((one: { version: number; note: string }) => [one.version, one.note]),
    [
      [2, ''],
      [1, 'first'],
    ],
  )
})

test('an assertion that fails ends a test with 1 and keeps the list from being applied', async (t) => {
  const { run, write, store } = await setUp(t, enforce)
  write('rules: [host.disks.list]\nassertions: [{ operation: host.disks.list, expect: allowed }]\n')
  const tested = await run('policy test FILE')
  assert.equal(tested.code, 1)
  assert.match(tested.out, /does not hold: .*host\.disks\.list/)
  assert.equal((await run('policy draft FILE')).code, 0)
  const applied = await run('policy apply --yes')
  assert.equal(applied.code, 2)
  assert.match(applied.err, /assertions do not hold/)
  assert.deepEqual(await store.policies.list('acme', 5), [])
})

test('apply ends with 6 while an agent does not take it, with 1 when it says what does not fit', async (t) => {
  const deaf = await setUp(t, () => null)
  deaf.write('[host.disks.list]')
  await deaf.run('policy draft FILE')
  assert.equal((await deaf.run('policy apply --yes --timeout 1')).code, 6)
  const lying = await setUp(t, (policy) => ({ ...enforce(policy), rules: [] }))
  lying.write('[host.disks.list]')
  await lying.run('policy draft FILE')
  const applied = await lying.run('policy apply --yes --timeout 1')
  assert.equal(applied.code, 1)
  assert.match(applied.out, /web-1 +FAILED +hash_mismatch/)
})

test('who is no admin reads and tests, and changes nothing; bad files and rules are told by their field', async (t) => {
  const { run, write } = await setUp(t, enforce)
  write('rules: [host.disks.list]')
  const viewer = { token: 'vdt_viewer' }
  assert.equal((await run('policy show', viewer)).code, 0)
  assert.equal((await run('policy test FILE', viewer)).code, 0)
  assert.equal((await run('policy draft FILE', viewer)).code, 5)
  assert.equal((await run('policy diff')).code, 2)
  write('rules: [{ deny: "" }]')
  const bad = await run('policy test FILE')
  assert.equal(bad.code, 2)
  assert.match(bad.err, /rules\[0\]/)
  write('rules: []\nrulez: []')
  assert.match((await run('policy test FILE')).err, /unknown key "rulez"/)
  assert.match((await run('policy --help')).out, /vedette policy draft FILE/)
})
