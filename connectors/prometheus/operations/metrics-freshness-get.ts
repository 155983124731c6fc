import { readSpan, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsFreshnessGet } from '@vedette/proto/operations'
import type { PrometheusClient } from '../client.ts'
import { aggregate } from '../promql/build.ts'
import { renderSelector } from '../promql/matchers.ts'
import { askInstant, askNames, buildQuery, requireMatchers } from '../questions.ts'
import { toReading } from '../reading.ts'
import { toSamples } from '../samples.ts'

// How far a sample's time may lie ahead of the window's end: the clocks of two servers differ.
const AHEAD_MS = 60_000

// The time of the newest sample of each group, groups that went silent within the window included.
export const serveMetricsFreshnessGet = serve(
  metricsFreshnessGet,
  async (client: PrometheusClient, input, context) => {
    const window = readSpan(input, context)
    const matchers = requireMatchers(input.metric, input.match)
    const seconds = Math.ceil((window.to - window.from) / 1000)
    const resolution = Math.max(15, Math.ceil(seconds / 720))
    // Series that report now give their sample's own time; the look-back only finds those that went silent.
    const now = `timestamp(${renderSelector(matchers)})`
    const times = `${now} or max_over_time(${now}[${seconds}s:${resolution}s])`
    const query = buildQuery(client, aggregate('max', input.group_by, { promql: times }).promql)
    const told = await askInstant(client, query, window.to, context)
    const groups = toSamples(told.data)
      .flatMap(({ labels, value }) => (typeof value === 'number' ? [{ labels, at: value * 1000 }] : []))
      .sort((a, b) => a.at - b.at)
      .map(({ labels, at }) => ({
        labels,
        newest_at: toRfc3339(Math.round(at)),
        age_seconds: Math.max(0, window.to - Math.round(at)) / 1000,
      }))
    const shown = groups.slice(0, input.limit)
    const newest = groups.at(-1)
    const value = {
      newest_at: newest?.newest_at ?? null,
      age_seconds: newest?.age_seconds ?? null,
      groups: shown,
      total: groups.length,
    }
    // A sample from the future makes its group look fresh for as long as it lies ahead.
    const isAhead = newest !== undefined && Date.parse(newest.newest_at) - window.to > AHEAD_MS
    const known = groups.length > 0 || (await askNames(client, { matchers, window, context })).data.length > 0
    return toReading(client, value, {
      items: shown.length,
      context,
      told: [told],
      query: query.text,
      proof: { unproven: known ? 'no_samples_in_window' : 'metric_unknown' },
      ...(isAhead ? { doubt: { unproven: 'sample_time_in_future' } } : {}),
      ...(groups.length > shown.length ? { cutTo: shown.length } : {}),
    })
  },
)
