import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '@vedette/proto/clock'
import { createFolder } from '@vedette/test/kit'
import { agentView, connectorState, createFakeFleet } from '../../testing/fakes.ts'
import { startHttp } from '../../testing/http.ts'
import { readEnvironment } from '../config.ts'
import { runCli } from '../program.ts'

async function run(...args: readonly string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(['permissions', ...args], {
    environment: readEnvironment({ HOME: '/nonexistent' }),
    clock: systemClock,
    isTty: true,
    write: (text) => void out.push(text),
    writeError: (text) => void err.push(text),
    ask: async () => null,
    signal: new AbortController().signal,
  })
  return { code, out: out.join(''), err: err.join('') }
}

test('permissions are written offline, without what the values of an agent deny', async (t) => {
  const file = join(createFolder(t), 'agent.yaml')
  writeFileSync(file, 'name: web-1\nconnectors: []\ndeny: [db.sql.read, { deny: db.ping, account: "1" }]\n')
  const told = await run('--connector', 'postgres', '--local-denylist', file)
  assert.equal(told.code, 0, told.err)
  assert.match(told.out, /^CREATE ROLE vedette/)
  assert.match(told.err, /enforced by the agent alone, as only a part is denied: rule-/)
  const json = await run('--connector', 'postgres', '--json')
  assert.equal(JSON.parse(json.out).language, 'sql')
  writeFileSync(file, 'deny: [db.sqll.read]\n')
  const wrong = await run('--connector', 'postgres', '--local-denylist', file)
  assert.equal(wrong.code, 2)
  assert.match(wrong.err, /deny\[0\].*nearest/s)
  writeFileSync(file, 'anything: true\n')
  assert.equal((await run('--connector', 'postgres', '--local-denylist', file)).code, 2)
  assert.equal((await run('--connector', 'nothing')).code, 2)
})

test('what an agent reports that it enforces is left out, and an agent that says nothing is no empty list', async (t) => {
  const policy = {
    status: 'APPLIED' as const,
    local_hash: '',
    remote_version: 1,
    remote_hash: '',
    effective_hash: '',
    rules: [{ id: 'r', deny: 'cost.*', origin: 'remote' as const }],
  }
  const host = [connectorState('host', ['host.disks.list'])]
  const fleet = createFakeFleet([agentView('web-1', host, { policy }), agentView('web-2', host)])
  const { url } = await startHttp(t, { fleet })
  const api = ['--url', url, '--token', 'vdt_viewer']
  const told = await run('--connector', 'aws', '--fleet', 'web-1', ...api)
  assert.equal(told.code, 0, told.err)
  assert.doesNotMatch(told.out, /"ce:/)
  assert.match(told.out, /"ec2:DescribeInstances"/)
  assert.equal((await run('--connector', 'aws', '--fleet', 'web-2', ...api)).code, 1)
  assert.equal((await run('--connector', 'aws', '--fleet', ...api)).code, 2)
})
