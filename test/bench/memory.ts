import { setTimeout as wait } from 'node:timers/promises'
import { type Cleanup, createFolder, startProcess, startPrometheus } from '@vedette/test/kit'
import { bundle } from './bundle.ts'
import type { Reading } from './figures.ts'
import { ENTRIES, NODE_ARGS } from './support/children.ts'
import { openSession } from './support/mcp.ts'
import { readRssMib, show } from './support/measure.ts'
import { startStand } from './support/stand.ts'

const IDLE_MS = 8_000
// What the chart gives to Node: an agent is small and should stay so.
const SMALL = '--max-semi-space-size=2'

/** Method: host and Prometheus are probed and asked 20 times each, then 8 s of silence; resident memory of each. */
export async function measureMemory(cleanup: Cleanup): Promise<readonly Reading[]> {
  const stand = await startStand(cleanup)
  const prometheus = await startPrometheus(cleanup)
  const token = await stand.createToken()
  const entry = await bundle('agent', createFolder(cleanup))
  const bare = await startProcess(cleanup, {
    name: 'bare Node',
    file: process.execPath,
    args: ['-e', 'setTimeout(() => {}, 1e9)'],
  })
  const connectors = (name: string) => [
    { connector: 'host', instance: `host-${name}` },
    { connector: 'prometheus', instance: `prometheus-${name}`, config: { url: prometheus.url } },
  ]
  const measure = async (name: string, args: readonly string[]) => {
    const file = await stand.writeAgent(connectors(name), { name })
    const start = () =>
      startProcess(cleanup, { name, file: process.execPath, args: [...args, '--config', file] })
    // The first start fills the compile cache and enrols.
    const first = await start()
    await stand.untilServing(token, [`host-${name}`, `prometheus-${name}`])
    await first.stop()
    const agent = await start()
    await wait(2_000)
    await stand.untilServing(token, [`host-${name}`, `prometheus-${name}`])
    const client = await openSession(stand.mcpUrl, token)
    for (let call = 0; call < 20; call += 1) {
      await client.call('metrics_query', { expr: 'up', backend: `prometheus-${name}` })
      await client.call('host_disks_list', { host: name })
    }
    client.close()
    await wait(IDLE_MS)
    const rss = readRssMib(agent.pid)
    await agent.stop()
    return rss
  }
  const small = await measure('bundle', [SMALL, entry])
  const source = await measure('source', [...NODE_ARGS, ENTRIES.agent])
  const base = readRssMib(bare.pid)
  const toReading = (id: string, own: number): Reading => ({
    id,
    value: own / base,
    note: `${show(own, 'MiB')} over ${show(base, 'MiB')}`,
  })
  return [toReading('agent_rss', small), toReading('agent_rss_source', source)]
}
