import { ALL_BEATS_SUBJECT, ALL_REPORTS_SUBJECT } from '@vedette/proto/wire'
import { type Cleanup, eventually, startNatsServer } from '@vedette/test/kit'
import { connect, type Msg } from 'nats'
import type { Reading } from './figures.ts'
import { startBaseline } from './support/children.ts'
import { createIngest, REPLICA } from './support/ingest.ts'
import { median } from './support/measure.ts'

const AGENTS = 200
const COUNT = 40_000
// Long enough for one nonce to prove every beat of the run.
const TICK_MS = 600_000

/** Method: 40,000 beats flooded at this process for each side in turn; beats per second of its CPU, medians. */
export async function measureBeats(
  cleanup: Cleanup,
  { rounds }: { readonly rounds: number },
): Promise<readonly Reading[]> {
  const broker = await startNatsServer(cleanup)
  const connection = await connect({ servers: broker.url, noAsyncTraces: true })
  cleanup.after(() => connection.close())
  await startBaseline(cleanup, 'flood', [broker.url, String(AGENTS), REPLICA])
  const ingest = createIngest(AGENTS, TICK_MS, () => {})
  let heard = 0
  connection.subscribe(ALL_REPORTS_SUBJECT, {
    callback: (_, message) => ingest.report(message.subject, message.data),
  })
  const order = async (what: 'reports' | 'beats' | 'spaced', count: number) => {
    const message = JSON.stringify({ what, count, nonce: ingest.nonce() })
    await connection.request('bench.flood', message, { timeout: 60_000 })
  }
  await order('reports', AGENTS)
  await eventually(() => ingest.connected() === AGENTS)

  const take = (error: Error | null, message: Msg) => {
    heard += 1
    if (error === null) ingest.beat(message.subject, message.data)
  }
  const ignore = () => {
    heard += 1
  }
  const sides = {
    noop: { what: 'beats', callback: ignore },
    unchanged: { what: 'beats', callback: take },
    full: { what: 'spaced', callback: take },
  } as const
  const rates = { noop: [] as number[], unchanged: [] as number[], full: [] as number[] }
  const turns = Math.max(3, Math.ceil(rounds / 120))
  for (let turn = -2; turn < turns; turn += 1)
    for (const name of ['noop', 'unchanged', 'full'] as const) {
      const side = sides[name]
      const subscription = connection.subscribe(ALL_BEATS_SUBJECT, { callback: side.callback })
      await connection.flush()
      heard = 0
      const before = process.cpuUsage()
      await order(side.what, COUNT)
      await eventually(() => heard >= COUNT)
      const { user, system } = process.cpuUsage(before)
      subscription.unsubscribe()
      if (turn >= 0) rates[name].push(COUNT / ((user + system) / 1e6))
    }
  const { unchanged, malformed, replayed, deaf } = ingest.counts()
  if (malformed !== 0 || replayed !== 0 || deaf !== 0 || unchanged === 0)
    throw new Error(`the beats were not taken as such: ${JSON.stringify(ingest.counts())}`)
  const base = median(rates.noop)
  const toReading = (id: string, own: number): Reading => ({
    id,
    value: own / base,
    note: `${Math.round(own).toLocaleString('en')} over ${Math.round(base).toLocaleString('en')} a CPU-second`,
  })
  return [
    toReading('beats_unchanged', median(rates.unchanged)),
    toReading('beats_changed', median(rates.full)),
  ]
}
