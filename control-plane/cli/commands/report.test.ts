import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import test from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createFolder } from '@vedette/test/kit'
import { agentView, connectorState } from '../../testing/fakes.ts'
import { readEnvironment } from '../config.ts'
import type { Io } from '../io.ts'
import { runCli } from '../program.ts'

// Fields that are never taken hold the canary; those that are taken hold real shapes, which the redactor must find.
const CANARY = 'canary-7f3a91c2'
const AWS_KEY = 'AKIAZ7Q2M4XW6RT5NB3K'
const TOKEN = 'ghp_a8Kd02LmQx71Vb93TzRw64YcNe58HsUf1p0J'

const HOST = connectorState('host', ['host.info'], { scopes: [{ host: CANARY }] })
const BODIES: Readonly<Record<string, unknown>> = {
  '/api/v1/whoami': { version: '0.1.0', name: 'one', role: 'admin', mode: 'cautious', organisation: 'acme' },
  '/api/v1/fleet': {
    ...{ at: '2030-01-15T12:00:00Z', organisation: 'acme', knowledge: 'known', blind: false },
    ...{ fleet_verdict: 'ok', no_agent_connected: false },
    agents: [{ ...agentView('web-1', [HOST]), name: `web ${AWS_KEY}`, labels: { owner: CANARY } }],
  },
  '/api/v1/audit?limit=200': {
    ...{ unreadable: 0, limit: 200, may_be_more: false },
    rows: [
      {
        ...{
          at: '2030-01-15T12:00:00Z',
          kind: 'call',
          action: `logs_search ${TOKEN}`,
          outcome: ['timed_out'],
        },
        ...{ bytes: 12, principal: CANARY, arguments: { query: CANARY }, purpose: CANARY, hash: CANARY },
      },
    ],
  },
}

async function startApi(t: test.TestContext, bodies = BODIES): Promise<string> {
  const server = createServer((request, response) => {
    const body = bodies[request.url ?? '']
    response.writeHead(body === undefined ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? { error: { code: 'unavailable', message: 'try again' } }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

async function report(args: readonly string[], answer: string | null = null) {
  const out: string[] = []
  const asked: string[] = []
  const io: Io = {
    environment: readEnvironment({ HOME: '/nonexistent' }),
    clock: createFakeClock(),
    isTty: true,
    write: (text) => void out.push(text),
    writeError: () => {},
    async ask(question) {
      asked.push(`${out.length} ${question}`)
      return answer
    },
    signal: new AbortController().signal,
  }
  const code = await runCli(['report', ...args], io)
  return { code, text: out.join(''), asked }
}

test('a report holds versions, checks, the fleet and outcomes, and no secret of any field', async (t) => {
  const url = await startApi(t)
  const folder = createFolder(t)
  const config = join(folder, 'agent.yaml')
  writeFileSync(
    config,
    `name: ${CANARY}\nconnectors:\n  - connector: postgres\n    password: ${CANARY}\n    port: 5432\n    ${CANARY}: true\n    pin: 123456789\n`,
  )
  const output = join(folder, 'report.json')
  const token = `vdt_${CANARY}`
  const args = ['--url', url, '--token', token, '--config', config, '--output', output]
  const { code, text, asked } = await report(args, 'y')
  assert.equal(code, 0)
  for (const secret of [CANARY, AWS_KEY, TOKEN, '123456789']) assert.ok(!text.includes(secret), secret)
  const told = JSON.parse(text)
  assert.equal(told.versions.control_plane, '0.1.0')
  assert.deepEqual(told.fleet.agents[0].connectors, [
    { instance: 'host', connector: 'host', health: 'up', code: null, served: 1, denied: 0 },
  ])
  assert.deepEqual(told.audit.rows[0].outcome, ['timed_out'])
  assert.deepEqual(told.configurations, [
    {
      file: 1,
      shape: {
        name: '[text]',
        connectors: [
          { connector: 'postgres', password: '<secret:password>', port: 5432, key_3: true, pin: '[text]' },
        ],
      },
    },
  ])
  // It was shown before anybody was asked, and what is saved is what was shown.
  assert.equal(asked.length, 1)
  assert.match(asked[0] ?? '', /^1 Save it as /)
  assert.equal(readFileSync(output, 'utf8'), text)
  assert.equal(statSync(output).mode & 0o777, 0o600)
  assert.notEqual((await report(args, 'y')).code, 0, 'it was written over another file')
})

test('a report that nobody agrees to is shown and not saved', async (t) => {
  const url = await startApi(t)
  const output = join(createFolder(t), 'report.json')
  for (const answer of ['n', '', null]) {
    const { text } = await report(['--url', url, '--token', 'vdt_x', '--output', output], answer)
    assert.match(text, /"report": 1/)
    assert.equal(existsSync(output), false)
  }
})

test('what cannot be read is told as a hole, and the rest is reported', async (t) => {
  const url = await startApi(t, { '/api/v1/whoami': BODIES['/api/v1/whoami'] })
  const { code, text } = await report(['--url', url, '--token', 'vdt_x', '--config', '/nonexistent/a.yaml'])
  const told = JSON.parse(text)
  assert.equal(code, 0)
  assert.deepEqual([told.fleet, told.audit], [{ not_read: 'try again' }, { not_read: 'try again' }])
  assert.deepEqual(told.configurations, [{ file: 1, not_read: 'the file cannot be read' }])
})
