import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createWorkerEngine, type Engine } from '@vedette/agent/redactor'
import { systemClock } from '@vedette/proto/clock'
import { createFolder, eventually } from '@vedette/test/kit'
import { startAgent, startStand } from './stand.ts'

const EMAIL = 'zoe.canary@mail.canary-corp.com'

async function tagOf(engine: Engine, investigation: string): Promise<string> {
  const { value } = await engine({ text: `mail to ${EMAIL}` }, { mode: 'body', investigation })
  const tag = /<email:[a-z0-9]{6}>/.exec(JSON.stringify(value))?.[0]
  assert.ok(tag !== undefined, JSON.stringify(value))
  return tag
}

test('one value has one tag within an investigation, and another in each other one and on each other agent', async (t) => {
  const [one, other] = [
    createWorkerEngine({ clock: systemClock }),
    createWorkerEngine({ clock: systemClock }),
  ]
  t.after(() => Promise.all([one.close(), other.close()]))
  assert.equal(await tagOf(one.redact, 'inv_1'), await tagOf(one.redact, 'inv_1'))
  const tags = [
    await tagOf(one.redact, 'inv_1'),
    await tagOf(one.redact, 'inv_2'),
    await tagOf(other.redact, 'inv_1'),
  ]
  assert.equal(new Set(tags).size, 3)
})

test('a dump of the memory of the control plane holds no key that its agents tag with', async (t) => {
  const folder = createFolder(t)
  const dump = join(folder, 'dump.heapsnapshot')
  const script = join(folder, 'dump.mjs')
  writeFileSync(
    script,
    `import { writeHeapSnapshot } from 'node:v8'
process.on('SIGUSR2', () => writeHeapSnapshot(${JSON.stringify(dump)}))\n`,
  )
  const before = process.env['NODE_OPTIONS']
  process.env['NODE_OPTIONS'] = `--import=${pathToFileURL(script).href}`
  t.after(() => {
    if (before === undefined) delete process.env['NODE_OPTIONS']
    else process.env['NODE_OPTIONS'] = before
  })
  const stand = await startStand(t)
  const key = randomBytes(32).toString('hex')
  writeFileSync(join(folder, 'tag-secret'), key, { mode: 0o600 })
  await startAgent(t, stand, {
    machine: 'tagging-machine',
    connectors: [{ connector: 'host' }],
    file: { redaction: { tag_secret: { file: join(folder, 'tag-secret') } } },
  })
  await eventually(async () => (await stand.fleet()).agents.some((one) => one.status === 'connected'))
  await stand.call('host_disks_list')
  stand.controlPlane.send('SIGUSR2')
  let size = -1
  await eventually(
    () => {
      const now = existsSync(dump) ? statSync(dump).size : -1
      const isWhole = now > 1_000_000 && now === size
      size = now
      return isWhole
    },
    { timeoutMs: 40_000, everyMs: 500 },
  )
  const text = readFileSync(dump, 'latin1')
  // The dump is one in which names that the control plane does hold are found.
  assert.ok(text.includes('tagging-machine'))
  for (const form of [key, Buffer.from(key, 'hex').toString('base64'), Buffer.from(key).toString('base64')])
    assert.equal(text.includes(form), false)
})
