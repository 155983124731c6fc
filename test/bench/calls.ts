import { type Cleanup, startNatsServer } from '@vedette/test/kit'
import { connect } from 'nats'
import type { Reading } from './figures.ts'
import { startBaseline } from './support/children.ts'
import { openSession, openStateless } from './support/mcp.ts'
import { interleave, show } from './support/measure.ts'
import { startBenchAgent, startStand } from './support/stand.ts'

const REQUEST = new Uint8Array(1024).fill(120)
const TOOL = 'metrics_names_list'

/** Method: one request at a time, round trip over NATS, call with a session, call without, in turn; p50 of each. */
export async function measureCalls(cleanup: Cleanup, { rounds }: { readonly rounds: number }) {
  const stand = await startStand(cleanup)
  const token = await stand.createToken()
  await startBenchAgent(cleanup, stand, { token })
  const broker = await startNatsServer(cleanup)
  await startBaseline(cleanup, 'nats-echo', [broker.url])
  const raw = await connect({ servers: broker.url, noAsyncTraces: true })
  cleanup.after(() => raw.close())
  const session = await openSession(stand.mcpUrl, await stand.createToken())
  const stateless = openStateless(stand.mcpUrl, await stand.createToken())
  cleanup.after(() => {
    session.close()
    stateless.close()
  })
  const small = await interleave(
    {
      raw: () => raw.request('bench.1024', REQUEST),
      session: () => session.call(TOOL, { limit: 32 }),
      stateless: () => stateless.call(TOOL, { limit: 32 }),
    },
    { rounds, warm: 200 },
  )
  const large = await interleave(
    {
      raw: () => raw.request('bench.65536', REQUEST),
      session: () => session.call(TOOL, { limit: 2000 }),
    },
    { rounds: Math.ceil(rounds / 2), warm: 50 },
  )
  const note = (own: number, base: number) => `${show(own, 'ms')} over ${show(base, 'ms')}`
  return [
    toReading('call_session_1k', small.session / small.raw, note(small.session, small.raw)),
    toReading('call_stateless_1k', small.stateless / small.raw, note(small.stateless, small.raw)),
    toReading('call_session_64k', large.session / large.raw, note(large.session, large.raw)),
  ]
}

function toReading(id: string, value: number, note: string): Reading {
  return { id, value, note }
}
