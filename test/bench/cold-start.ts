import { type Cleanup, createFolder, startProcess } from '@vedette/test/kit'
import { bundle } from './bundle.ts'
import type { Reading } from './figures.ts'
import { ENTRIES, NODE_ARGS } from './support/children.ts'
import { median, show } from './support/measure.ts'
import { timeUntil } from './support/spawn-until.ts'
import { prepareStand } from './support/stand.ts'

const SERVING = /"msg":"serving"/
const CONNECTED = /"msg":"connected to the control plane"/

/** Method: start each, in turn, until its log says that it serves (bare Node: until it ends); medians. */
export async function measureColdStart(
  cleanup: Cleanup,
  { rounds }: { readonly rounds: number },
): Promise<readonly Reading[]> {
  const stand = await prepareStand(cleanup)
  const other = await prepareStand(cleanup)
  // Agents enrol once and keep their identity: what is timed is a restart.
  const served = await startProcess(cleanup, {
    name: 'control plane',
    file: process.execPath,
    args: [...NODE_ARGS, ENTRIES.controlPlane, '--config', stand.controlPlaneFile],
    ready: { url: `${stand.url}/readyz` },
  })
  const connectors = [
    { connector: 'host' },
    { connector: 'prometheus', config: { url: 'http://127.0.0.1:9' } },
  ]
  const agentFile = await stand.writeAgent(connectors)
  const folder = createFolder(cleanup)
  const [agent, controlPlane] = [await bundle('agent', folder), await bundle('controlPlane', folder)]
  const sides = {
    bare: () => timeUntil(['-e', '0']),
    agent: () => timeUntil([agent, '--config', agentFile], CONNECTED),
    agent_source: () => timeUntil([...NODE_ARGS, ENTRIES.agent, '--config', agentFile], CONNECTED),
    control_plane: () => timeUntil([controlPlane, '--config', other.controlPlaneFile], SERVING),
    control_plane_source: () =>
      timeUntil([...NODE_ARGS, ENTRIES.controlPlane, '--config', other.controlPlaneFile], SERVING),
  }
  const names = ['bare', 'agent', 'agent_source', 'control_plane', 'control_plane_source'] as const
  const times = new Map<string, number[]>(names.map((name) => [name, []]))
  const turns = Math.max(3, Math.ceil(rounds / 80))
  // The first turn enrols and fills the compile cache.
  for (let turn = -1; turn < turns; turn += 1)
    for (const name of names) {
      const took = await sides[name]()
      if (turn >= 0) times.get(name)?.push(took)
    }
  await served.stop()
  const base = median(times.get('bare') ?? [])
  return names.slice(1).map((name) => {
    const own = median(times.get(name) ?? [])
    return { id: `cold_${name}`, value: own / base, note: `${show(own, 'ms')} over ${show(base, 'ms')}` }
  })
}
