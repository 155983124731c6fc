import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import test from 'node:test'
import { createFolder, getFreePort } from '@vedette/test/kit'
import { CliError } from '../cli-error.ts'
import { createDataDir, writePrivate } from './data-dir.ts'
import { choosePorts } from './ports.ts'

const listen = async (port: number) => {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test('the ports of the last run are kept while they are free', async (t) => {
  const dir = createDataDir(createFolder(t))
  const last = { nats: await getFreePort(), http: await getFreePort() }
  writePrivate(dir.ports, JSON.stringify(last))
  assert.deepEqual(await choosePorts(dir, null), last)
})

test('a port that is taken is replaced by a free one, and remembered', async (t) => {
  const dir = createDataDir(createFolder(t))
  const last = { nats: await getFreePort(), http: await getFreePort() }
  writePrivate(dir.ports, JSON.stringify(last))
  const server = await listen(last.http)
  t.after(() => server.close())
  const chosen = await choosePorts(dir, null)
  assert.equal(chosen.nats, last.nats)
  assert.notEqual(chosen.http, last.http)
  assert.deepEqual(await choosePorts(dir, null), chosen)
})

test('a wanted port that is taken is refused and not replaced', async (t) => {
  const port = await getFreePort()
  const server = await listen(port)
  t.after(() => server.close())
  const dir = createDataDir(createFolder(t))
  await assert.rejects(
    choosePorts(dir, port),
    (error) => error instanceof CliError && error.message.includes(`${port}`),
  )
})
