import assert from 'node:assert/strict'
import test from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createInvestigations } from '../../src/investigations/index.ts'
import { createKnowledge } from '../../src/knowledge/index.ts'
import { createStore } from '../../src/store/index.ts'
import { NOW, principal } from '../../testing/fakes.ts'
import { startHttp } from '../../testing/http.ts'
import { readEnvironment } from '../config.ts'
import type { Io } from '../io.ts'
import { runCli } from '../program.ts'

async function start(t: test.TestContext) {
  const clock = createFakeClock(NOW)
  const store = await createStore({ url: 'sqlite::memory:', clock })
  await store.organisations.create('acme')
  const memory = {
    investigations: createInvestigations({ store, clock }),
    knowledge: createKnowledge({ store, clock }),
  }
  const { url } = await startHttp(t, { memory })
  t.after(async () => {
    memory.investigations.close()
    await memory.knowledge.close()
    await store.close()
  })
  const run = async (...args: readonly string[]) => {
    let out = ''
    let errors = ''
    const io: Io = {
      environment: readEnvironment({ HOME: '/nonexistent', VEDETTE_URL: url, VEDETTE_TOKEN: 'vdt_admin' }),
      clock: createFakeClock(),
      isTty: true,
      ask: async () => null,
      signal: new AbortController().signal,
      write: (text) => {
        out += text
      },
      writeError: (text) => {
        errors += text
      },
    }
    const code = await runCli(args, io)
    return { code, out, errors }
  }
  return { run, memory }
}

test('calls of the command are an investigation that it lists, shows, renames and exports', async (t) => {
  const { run, memory } = await start(t)
  assert.match((await run('investigations', 'list')).out, /No investigation/)
  assert.equal((await run('call', 'host_disks_list')).code, 0)
  const [row] = await memory.investigations.list(principal(), { limit: 9 })
  const id = row?.id ?? ''
  assert.match((await run('investigations', 'list')).out, new RegExp(`${id} .* 1 +0 +0 +Disks of a host`))
  assert.equal((await run('investigations', 'rename', id, 'Disks of web-1')).code, 0)
  const shown = await run('investigations', 'show', id)
  assert.match(shown.out, /^Disks of web-1\n1 calls: 0 saw a part, 0 saw nothing, 0 failed\n/)
  assert.match((await run('investigations', 'export', id)).out, /^# Disks of web-1\n/)
  assert.match((await run('investigations', 'list', '--visibility', 'none')).out, /No investigation/)
  const unknown = await run('investigations', 'show', 'inv_x')
  assert.notEqual(unknown.code, 0)
  assert.match(unknown.errors, /no such investigation/)
})

test('a proposal is listed, accepted and rejected by the command', async (t) => {
  const { run, memory } = await start(t)
  const made = await memory.knowledge.propose({
    principal: principal(),
    author: 'model',
    kind: 'quirk',
    text: 'staging sleeps at night',
  })
  const id = made?.id ?? ''
  assert.match((await run('knowledge', 'list', '--state', 'proposed')).out, /staging sleeps at night/)
  assert.equal((await run('knowledge', 'accept', id)).out, `${id} is accepted\n`)
  assert.notEqual((await run('knowledge', 'accept', id)).code, 0)
  assert.equal((await run('knowledge', 'reject', id)).out, `${id} is rejected\n`)
  assert.match((await run('knowledge', 'add', 'by hand')).out, /is accepted\n$/)
})
