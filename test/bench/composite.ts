import type { Cleanup } from '@vedette/test/kit'
import type { Reading } from './figures.ts'
import { openSession } from './support/mcp.ts'
import { interleave, show } from './support/measure.ts'
import { startBenchAgent, startStand } from './support/stand.ts'

const SLOWEST_MS = 250
const SLOWEST = 'incidents_list'
const COMPOSITE = 'production_health'

/** Method: the composite, and its slowest read (250 ms at the vendor) by itself, in turn; p50 of each. */
export async function measureComposite(
  cleanup: Cleanup,
  { rounds }: { readonly rounds: number },
): Promise<readonly Reading[]> {
  const stand = await startStand(cleanup)
  const token = await stand.createToken()
  await startBenchAgent(cleanup, stand, { token, config: { delay_ms: 200, slowest_ms: SLOWEST_MS } })
  const client = await openSession(stand.mcpUrl, token)
  cleanup.after(() => client.close())
  if (!(await client.list()).includes(`"name":"${COMPOSITE}"`))
    return [{ id: 'composite', value: null, note: `${COMPOSITE} is not announced` }]
  const answer = await client.call(COMPOSITE, {})
  const { cost } = JSON.parse(answer) as { readonly cost?: { readonly calls?: unknown } }
  const times = await interleave(
    { slowest: () => client.call(SLOWEST, {}), composite: () => client.call(COMPOSITE, {}) },
    { rounds: Math.max(8, Math.ceil(rounds / 30)), warm: 5 },
  )
  const note = `${JSON.stringify(cost?.calls)} vendor calls: ${show(times.composite, 'ms')} over ${show(times.slowest, 'ms')}`
  return [{ id: 'composite', value: times.composite / times.slowest, note }]
}
