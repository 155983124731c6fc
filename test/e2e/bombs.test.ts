import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { BOMB_NAMES, startExplodingPrometheus, startPrometheus } from '@vedette/test/kit'
import { startAgent, startStand, untilAgent } from './stand.ts'

const MOST_MIB = 200

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
  const vendor = await startExplodingPrometheus(t, prometheus.url)
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
  for (const name of BOMB_NAMES) {
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
