import type { Cleanup } from '@vedette/test/kit'
import type { Reading } from './figures.ts'
import { startBaseline } from './support/children.ts'
import { openSession, openStateless } from './support/mcp.ts'
import { median, readCpuMs, show } from './support/measure.ts'
import { createPoster } from './support/post.ts'
import { startBenchAgent, startStand } from './support/stand.ts'

const BLOCK = 150

/** Method: blocks of 150 calls to each server in turn; CPU of all threads of the server over the block, medians. */
export async function measureCpu(
  cleanup: Cleanup,
  { rounds }: { readonly rounds: number },
): Promise<readonly Reading[]> {
  const stand = await startStand(cleanup)
  const token = await stand.createToken()
  await startBenchAgent(cleanup, stand, { token })
  const server = await startBaseline(cleanup, 'http-json')
  const bare = createPoster(server.address)
  const session = await openSession(stand.mcpUrl, await stand.createToken())
  const stateless = openStateless(stand.mcpUrl, await stand.createToken())
  cleanup.after(() => {
    for (const one of [bare, session, stateless]) one.close()
  })
  const args = { limit: 32 }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { arguments: args } })
  const sides = {
    bare: { pid: server.pid, go: () => bare.post(body) },
    session: { pid: stand.controlPlane.pid, go: () => session.call('metrics_names_list', args) },
    stateless: { pid: stand.controlPlane.pid, go: () => stateless.call('metrics_names_list', args) },
  }
  const cost = { bare: [] as number[], session: [] as number[], stateless: [] as number[] }
  const blocks = Math.max(4, Math.ceil(rounds / 60))
  for (let block = -2; block < blocks; block += 1)
    for (const name of ['bare', 'session', 'stateless'] as const) {
      const { pid, go } = sides[name]
      const before = readCpuMs(pid)
      for (let call = 0; call < BLOCK; call += 1) await go()
      if (block >= 0) cost[name].push(((readCpuMs(pid) - before) / BLOCK) * 1000)
    }
  const base = median(cost.bare)
  return (['session', 'stateless'] as const).map((name) => {
    const own = median(cost[name])
    return { id: `cpu_${name}`, value: own / base, note: `${show(own, 'us')} over ${show(base, 'us')}` }
  })
}
