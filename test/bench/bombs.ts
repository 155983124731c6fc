import { setTimeout as wait } from 'node:timers/promises'
import {
  BOMB_NAMES,
  type Cleanup,
  startExplodingPrometheus,
  startProcess,
  startPrometheus,
} from '@vedette/test/kit'
import type { Reading } from './figures.ts'
import { ENTRIES, NODE_ARGS } from './support/children.ts'
import { openSession } from './support/mcp.ts'
import { percentile, show } from './support/measure.ts'
import { startStand } from './support/stand.ts'

const TURNS = 4
const PAUSE_MS = 1_000

/**
 * Method: one call at a time of a good source, alone and while a source of the same agent answers with a bomb each
 * second, by turns; p99 of each.
 */
export async function measureBombs(
  cleanup: Cleanup,
  { rounds }: { readonly rounds: number },
): Promise<readonly Reading[]> {
  const stand = await startStand(cleanup)
  const prometheus = await startPrometheus(cleanup)
  const vendor = await startExplodingPrometheus(cleanup, prometheus.url)
  const [token, evilToken] = [await stand.createToken(), await stand.createToken()]
  const connectors = [
    { connector: 'prometheus', instance: 'evil', config: { url: vendor.url } },
    { connector: 'prometheus', instance: 'good', config: { url: prometheus.url } },
  ]
  const file = await stand.writeAgent(connectors)
  await startProcess(cleanup, {
    name: 'agent',
    file: process.execPath,
    args: [...NODE_ARGS, ENTRIES.agent, '--config', file],
  })
  await stand.untilServing(token, ['evil', 'good'])
  const [client, evil] = [await openSession(stand.mcpUrl, token), await openSession(stand.mcpUrl, evilToken)]
  cleanup.after(() => {
    client.close()
    evil.close()
  })
  const times = { alone: [] as number[], bombed: [] as number[] }
  const callAll = async (into: number[]) => {
    for (let call = 0; call < rounds; call += 1) {
      const began = performance.now()
      await client.call('metrics_query', { expr: 'vector(1)', backend: 'good' })
      into.push(performance.now() - began)
    }
  }
  await callAll([])
  let exploded = 0
  for (let turn = 0; turn < TURNS; turn += 1) {
    await callAll(times.alone)
    const done = new AbortController()
    const bombing = (async () => {
      for (; !done.signal.aborted; exploded += 1) {
        vendor.explode(BOMB_NAMES[exploded % BOMB_NAMES.length] ?? null)
        await evil.call('metrics_query', { expr: 'vector(1)', backend: 'evil' }).catch(() => {})
        vendor.explode(null)
        await wait(PAUSE_MS)
      }
    })()
    await callAll(times.bombed)
    done.abort()
    await bombing
  }
  const [alone, bombed] = [percentile(times.alone, 0.99), percentile(times.bombed, 0.99)]
  const note = `${exploded} bombs: ${show(bombed, 'ms')} over ${show(alone, 'ms')}`
  return [{ id: 'bombs_p99', value: bombed / alone, note }]
}
