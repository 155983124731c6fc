import type { Span } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import type { PrometheusClient } from './client.ts'
import { type Matcher, matchesEmpty, NAME_LABEL, renderSelector } from './promql/matchers.ts'
import { listSelectors, type Selector } from './promql/selectors.ts'
import { findUnsound } from './promql/soundness.ts'
import { askInstant, askNames, askRange, buildQuery, type Query } from './questions.ts'
import type { Proof } from './reading.ts'
import { askSideBySide } from './side-by-side.ts'

// Prometheus shows a sample for this long after it was taken; a selector without one for longer has ended.
export const LOOKBACK_MS = 300_000
const MAX_SELECTORS = 8
const MAX_BINS = 200
// How far back those who report at the end are compared with those who did before; longer is a deployment's churn.
const COMPARED_SECONDS = 3600

// `samples` is the range, in seconds, in which a function needs two samples of a series.
type Over = Readonly<{ window: Span; context: CallContext; samples?: number }>

// Whether an empty result is an answer: each selector's metric was known, each of its conditions is met by some
// series of that metric, samples arrived throughout the window that the selector looks at, and every series of its
// last hour still reports at its end.
export async function proveEmpty(client: PrometheusClient, query: Query, over: Over): Promise<Proof> {
  const unsound = findUnsound(query.parsed)
  return unsound === undefined ? proveSelectors(client, query, over) : { unproven: unsound }
}

// The same for the selectors alone, whatever the expression makes of them.
export async function proveSelectors(client: PrometheusClient, query: Query, over: Over): Promise<Proof> {
  const selectors = dedupe(listSelectors(query.parsed))
  if (selectors.length === 0) return { unproven: 'no_selector' }
  if (selectors.length > MAX_SELECTORS) return { unproven: 'too_many_selectors' }
  const proofs = await askSideBySide(selectors, 3, (one) => proveSelector(client, one, over))
  return worstProof(proofs)
}

// The least that several proofs hold together: any gap before any staleness before a proof.
export function worstProof(proofs: readonly Proof[]): Proof {
  const unproven = proofs.find((one) => 'unproven' in one)
  const stale = proofs.find((one) => 'newestAt' in one)
  return unproven ?? stale ?? proofs[0] ?? { unproven: 'no_proof' }
}

function dedupe(selectors: readonly Selector[]): readonly Selector[] {
  return [...new Map(selectors.map((one) => [JSON.stringify(one), one])).values()]
}

async function proveSelector(client: PrometheusClient, selector: Selector, over: Over): Promise<Proof> {
  if (!selector.timed) return { unproven: 'time_hidden' }
  const window = {
    from: over.window.from - (selector.range + selector.offset) * 1000 - LOOKBACK_MS,
    to: over.window.to - selector.offset * 1000,
  }
  const { samples } = selector
  return proveSeries(client, selector.matchers, {
    ...over,
    window,
    ...(samples === undefined ? {} : { samples }),
  })
}

// The same for matchers alone: whether series that meet them, or could, reported throughout the window.
export async function proveSeries(
  client: PrometheusClient,
  matchers: readonly Matcher[],
  over: Over,
): Promise<Proof> {
  const exists = async (some: readonly Matcher[]) => {
    const names = await askNames(client, { ...over, matchers: some })
    return names.data.length > 0 ? true : names.partial ? undefined : false
  }
  if ((await exists(matchers)) === true) return proveCoverage(client, matchers, over)
  const named = matchers.filter((one) => one.label === NAME_LABEL && one.op === '=')
  if (named.length !== 1) return { unproven: 'metric_not_named' }
  if ((await exists(named)) !== true) return { unproven: 'metric_unknown' }
  const telling = matchers.filter((one) => !named.includes(one) && !matchesEmpty(one))
  const met = await askSideBySide(telling, 1, (one) => exists([...named, one]))
  if (met.some((one) => one !== true)) return { unproven: 'label_value_unknown' }
  return proveCoverage(client, named, over)
}

// Servers may hide samples younger than this (VictoriaMetrics: 30 s), so a newer series is no witness yet.
const SETTLED_SECONDS = 60

// Whether samples arrived in every part of the window, at least five minutes long each, and still do at its end.
async function proveCoverage(
  client: PrometheusClient,
  matchers: readonly Matcher[],
  over: Over,
): Promise<Proof> {
  const { window, context } = over
  const selector = renderSelector(matchers)
  const bin = Math.max(LOOKBACK_MS / 1000, Math.ceil((window.to - window.from) / 1000 / MAX_BINS))
  const steps = Math.max(0, Math.floor((window.to - window.from) / 1000 / bin) - 1)
  const from = window.to - steps * bin * 1000
  const query = buildQuery(client, `count(count_over_time(${selector}[${bin}s]))`)
  const told = await askRange(client, query, { window: { from, to: window.to }, step: bin, context })
  if (told.partial) return { unproven: 'source_partial' }
  const seen = (told.data.result[0]?.values ?? []).map(([at]) => Math.round(at * 1000))
  const newest = seen.at(-1)
  if (newest === undefined) return { unproven: 'no_samples_in_window' }
  const lagMs = window.to - newest
  if (lagMs >= bin * 500) return { newestAt: newest, lagMs }
  if (seen.length <= steps) return { unproven: 'window_not_covered' }
  return proveEnd(client, selector, over)
}

// Whether the selector finds something at the window's very end, evaluated as the caller's query was, and did a
// minute before.
async function proveEnd(client: PrometheusClient, selector: string, over: Over): Promise<Proof> {
  const { window, context, samples } = over
  const promql = `count(${selector}) and on () count(${selector} offset ${SETTLED_SECONDS}s)`
  const told = await askInstant(client, buildQuery(client, promql), window.to, context)
  if (told.partial) return { unproven: 'source_partial' }
  const found = told.data.resultType === 'vector' && told.data.result.length > 0
  if (!found) return { unproven: 'not_reporting_at_end' }
  if (await hasEnded(client, selector, over)) return { unproven: 'series_ended' }
  return samples === undefined
    ? { proof: 'existence_checked' }
    : proveDense(client, `${selector}[${samples}s]`, over)
}

// Whether some series of the hour before the window's end no longer reports at it, however short the window is: what
// it would say now is not seen. A partial word counts as an end.
async function hasEnded(
  client: PrometheusClient,
  selector: string,
  { window, context }: Over,
): Promise<boolean> {
  const promql = `count(count_over_time(${selector}[${COMPARED_SECONDS}s]) unless ${selector})`
  const told = await askInstant(client, buildQuery(client, promql), window.to, context)
  return told.partial || told.data.resultType !== 'vector' || told.data.result.length > 0
}

// Whether a range holds two samples of some series: rate(x[1m]) of what is scraped each minute finds none, ever.
async function proveDense(
  client: PrometheusClient,
  ranged: string,
  { window, context }: Over,
): Promise<Proof> {
  const query = buildQuery(client, `max(count_over_time(${ranged})) >= 2`)
  const told = await askInstant(client, query, window.to, context)
  if (told.partial) return { unproven: 'source_partial' }
  const dense = told.data.resultType === 'vector' && told.data.result.length > 0
  return dense ? { proof: 'existence_checked' } : { unproven: 'range_too_short' }
}
