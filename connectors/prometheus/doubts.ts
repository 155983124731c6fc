import type { Span } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import type { PrometheusClient } from './client.ts'
import { LOOKBACK_MS, proveEmpty, proveSelectors } from './existence.ts'
import { hasFallback } from './promql/selectors.ts'
import type { Query } from './questions.ts'
import type { Facts } from './reading.ts'

type Asked = Readonly<{ newest: number | undefined; window: Span; step: number; context: CallContext }>

// What the series of a window rest on: none needs a proof; a fallback's values and series that end before the
// window does are doubted until their selectors prove to be known and fresh.
export async function checkSeries(
  client: PrometheusClient,
  query: Query,
  { newest, window, step, context }: Asked,
): Promise<Pick<Facts, 'proof' | 'doubt'>> {
  // A fallback in our own queries stands on labels that were checked before.
  if (newest === undefined || (!query.ours && hasFallback(query.parsed))) {
    const proof = await proveEmpty(client, query, { window, context })
    return { proof, doubt: proof }
  }
  const ended = window.to - newest > Math.max(LOOKBACK_MS, 2 * step * 1000)
  if (!ended) return {}
  const doubt = await proveSelectors(client, query, { window: { from: window.to, to: window.to }, context })
  // A filter such as `up == 0` may end while its selector goes on; only a silent selector makes the answer stale.
  return { doubt: 'unproven' in doubt ? { newestAt: newest, lagMs: window.to - newest } : doubt }
}
