import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { addOrganisation, loadOperator, operatorFile, saveOperator } from '@vedette/control-plane/identity'
import { createFolder, eventually, findTool, ROOT, startIssuer, startProcess } from '@vedette/test/kit'
import { type Stand, startStand } from './stand.ts'

const MAIN = join(ROOT, 'control-plane', 'cli', 'main.ts')
const NEEDS = findTool('openssl') === undefined ? { skip: 'no openssl' } : {}

async function run(t: TestContext, stand: Stand, ...args: string[]) {
  const all = [
    '--disable-warning=ExperimentalWarning',
    MAIN,
    ...args,
    '--url',
    stand.url,
    '--token',
    stand.token,
  ]
  const started = await startProcess(t, { name: args.join(' '), file: process.execPath, args: all })
  return { ...(await started.exited), stdout: started.stdout(), output: started.output() }
}

test(
  'thirty clusters of one file have names before they come, in the fleet, in answers and in what wait misses (needs openssl)',
  NEEDS,
  async (t) => {
    const issuer = await startIssuer(t)
    const stand = await startStand(t)
    const folder = createFolder(t)
    writeFileSync(join(folder, 'keys.json'), JSON.stringify(issuer.keys()))
    const aliases = Array.from({ length: 30 }, (_, n) => `cluster-${String(n + 1).padStart(2, '0')}`)
    const entries = aliases.map(
      (alias) => `  - { alias: ${alias}, jwks_file: keys.json, serviceaccount: ${alias} }\n`,
    )
    const file = join(folder, 'clusters.yaml')
    writeFileSync(file, `clusters:\n${entries.join('')}`)

    const dry = await run(t, stand, 'fleet', 'register', file, '--dry-run')
    assert.equal(dry.code, 0, dry.output)
    assert.deepEqual(JSON.parse(dry.stdout).added, aliases)
    assert.deepEqual((await stand.fleet()).agents, [])
    assert.equal((await run(t, stand, 'fleet', 'register', file)).code, 0)
    const again = JSON.parse((await run(t, stand, 'fleet', 'register', file)).stdout)
    assert.deepEqual([again.added, again.changed, again.unchanged], [[], [], aliases])

    const page = await stand.fleet()
    assert.deepEqual(
      page.agents.map(({ name, status, last_seen }) => [name, status, last_seen]).sort(),
      aliases.map((alias) => [alias, 'offline', 0]),
    )
    const health = await stand.health()
    assert.notEqual(health.fleet_verdict, 'up')
    assert.equal(health.agents_not_connected.rows.length, 30)
    assert.doesNotMatch(JSON.stringify(health), /1970/)
    const told = await stand.call('k8s_pods_list')
    assert.match(told.text, /out_of_reach/)
    assert.match(told.text, /cluster-17/)
    assert.doesNotMatch(told.text, /1970/)

    const waited = await run(t, stand, 'fleet', 'wait', '--expect', '31', '--timeout', '2')
    assert.notEqual(waited.code, 0)
    assert.match(
      waited.output,
      /0 of 31 agents are connected; missing: .*cluster-30 \(registered, never seen\)/,
    )
    assert.match(waited.output, /1 that nobody registered or enrolled/)

    writeFileSync(file, `clusters:\n${entries.slice(0, 2).join('')}`)
    const kept = JSON.parse((await run(t, stand, 'fleet', 'register', file)).stdout)
    assert.deepEqual([kept.removed, kept.absent.length], [[], 28])
    const pruned = JSON.parse((await run(t, stand, 'fleet', 'register', file, '--prune')).stdout)
    assert.equal(pruned.removed.length, 28)
    assert.deepEqual((await stand.fleet()).agents.map(({ name }) => name).sort(), aliases.slice(0, 2))
    writeFileSync(file, 'clusters:\n  - { alias: A }\n')
    const refused = await run(t, stand, 'fleet', 'register', file)
    assert.notEqual(refused.code, 0)
    assert.match(refused.output, /clusters\.0\.alias/)
  },
)

test('an organisation that is added while the control plane runs is joined without a restart', async (t) => {
  const stand = await startStand(t)
  const file = operatorFile(stand.dataDir)
  const operator = await loadOperator(file)
  assert.ok(operator !== null)
  await stand.store.organisations.create('globex')
  await saveOperator(file, await addOrganisation(operator, 'globex'))
  const facts = { organisation: 'globex', name: 'test', mode: 'cautious', role: 'admin' } as const
  const { secret } = await stand.store.tokens.create(facts)
  await eventually(
    async () => {
      const reply = await fetch(`${stand.url}/api/v1/fleet`, {
        headers: { authorization: `Bearer ${secret}` },
      })
      const page = JSON.parse(await reply.text())
      return page.blind === false && page.knowledge === 'known'
    },
    { timeoutMs: 20_000 },
  )
})
