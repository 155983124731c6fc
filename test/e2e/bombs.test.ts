import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startPrometheus } from '@vedette/test/kit'
import { startAgent, startStand, untilAgent } from './stand.ts'

const MIB = 1024 * 1024
const MOST_MIB = 200
const BOMB = gzipSync(Buffer.alloc(100 * MIB))
const TYPE = { 'content-type': 'application/json' }

const BOMBS: Readonly<Record<string, (response: ServerResponse) => void>> = Object.freeze({
  '100 MB out of 100 KB': (response) => {
    response.writeHead(200, { ...TYPE, 'content-encoding': 'gzip' }).end(BOMB)
  },
  '5,000 layers': (response) => {
    const layers = Array.from({ length: 5_000 }, () => 'gzip').join(',')
    response.writeHead(200, { ...TYPE, 'content-encoding': layers }).end(BOMB)
  },
  'an array a million deep': (response) => {
    response.writeHead(200, TYPE).end(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)
  },
  'rows without end': (response) => {
    response.writeHead(200, TYPE)
    const part = Buffer.from(`${'{"metric":{"job":"x"},"value":[1,"1"]},'.repeat(20_000)}`)
    const pour = () => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', pour)
    }
    response.on('error', () => {})
    response.write('{"status":"success","data":{"resultType":"vector","result":[')
    pour()
  },
})

// A Prometheus that answers like the real one behind it until it is told to explode.
async function startExploding(t: TestContext, behind: string) {
  let bomb: string | null = null
  const server = createServer(async (request, response) => {
    const isQuery = request.url?.startsWith('/api/v1/query') === true && bomb !== null
    if (isQuery) return BOMBS[bomb ?? '']?.(response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'GET', url = '/', headers } = request
    const type = headers['content-type']
    const told = await fetch(new URL(url, behind), {
      method,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    })
    response.writeHead(told.status, TYPE).end(await told.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  const explode = (name: string | null) => {
    bomb = name
  }
  return { url: `http://127.0.0.1:${port}`, explode }
}

function readMemory(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1]) / 1024
}

const skip = process.platform === 'linux' ? false : 'the memory of another process is read from /proc'

test('what a vendor blows up is no answer, takes an agent no more than 200 MiB, and the others are asked as before', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const prometheus = await startPrometheus(t)
  const vendor = await startExploding(t, prometheus.url)
  const stand = await startStand(t)
  const connectors = [
    { connector: 'prometheus', instance: 'evil', config: { url: vendor.url } },
    { connector: 'prometheus', instance: 'good', config: { url: prometheus.url } },
  ]
  const agent = await startAgent(t, stand, { machine: 'hub-1', connectors })
  await untilAgent(stand, 'hub-1', { status: 'connected', health: { evil: 'up', good: 'up' } })
  const ask = (backend: string) => stand.ask('metrics_query', { expr: 'vector(1)', backend })
  for (const backend of ['evil', 'good'])
    assert.equal((await ask(backend)).visibility, 'full', `${backend} is read before`)
  const before = readMemory(agent.pid, 'VmRSS')
  for (const name of Object.keys(BOMBS)) {
    vendor.explode(name)
    const [evil, good] = await Promise.all([ask('evil'), ask('good')])
    assert.equal(evil.visibility, 'none', `${name}: ${JSON.stringify(evil)}`)
    const [source] = evil._sources.unread
    assert.deepEqual([source.state, source.why], ['unusable', 'too_large'], name)
    assert.equal(good.visibility, 'full', `${name}: ${JSON.stringify(good)}`)
  }
  vendor.explode(null)
  assert.equal((await ask('evil')).visibility, 'full', 'the next question is answered again')
  const more = readMemory(agent.pid, 'VmHWM') - before
  t.diagnostic(`+${Math.round(more)} MiB`)
  assert.ok(more <= MOST_MIB, `${more} MiB more`)
})
