import { setTimeout as wait } from 'node:timers/promises'
import { type Cleanup, eventually, startNatsServer } from '@vedette/test/kit'
import type { Reading } from './figures.ts'
import { startBaseline } from './support/children.ts'
import { REPLICA } from './support/ingest.ts'
import { readCpuMs } from './support/measure.ts'

const AGENTS = 10_000
const TICK_MS = 10_000
const WINDOW_MS = 20_000

/** Method: 10,000 connections that report once and beat each 10 s; CPU of broker and ingest over two ticks. */
export async function measureTenThousand(cleanup: Cleanup): Promise<readonly Reading[]> {
  const broker = await startNatsServer(cleanup)
  const ingest = await startBaseline(cleanup, 'ingest', [broker.url, String(AGENTS), String(TICK_MS)])
  const args = [String(broker.port), String(AGENTS), String(TICK_MS), REPLICA]
  const agents = await startBaseline(cleanup, 'light-agents', args, 60_000).catch(() => null)
  if (agents === null)
    return [
      { id: 'agents_10k', value: null, note: 'this machine does not open 10,000 connections in a minute' },
    ]
  const connected = () =>
    Number(
      ingest
        .stdout()
        .match(/connected \d+/g)
        ?.at(-1)
        ?.slice(10),
    )
  await eventually(
    () => {
      if (connected() < AGENTS) throw new Error(`${connected()} agents are connected`)
      return true
    },
    { timeoutMs: 40_000 },
  )
  const pids = [broker.pid, ingest.pid]
  const before = pids.map(readCpuMs)
  const began = performance.now()
  await wait(WINDOW_MS)
  const took = performance.now() - began
  const shares = pids.map((pid, at) => ((readCpuMs(pid) - (before[at] ?? 0)) / took) * 100)
  if (connected() < AGENTS) throw new Error(`agents were lost: ${connected()} are connected`)
  const [ofBroker = 0, ofIngest = 0] = shares
  const note = `broker ${ofBroker.toFixed(1)} %, ingest ${ofIngest.toFixed(1)} %`
  return [{ id: 'agents_10k', value: ofBroker + ofIngest, note }]
}
