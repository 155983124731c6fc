import { serve } from '@vedette/proto/connector'
import { metricsTargetsList } from '@vedette/proto/operations'
import { type TargetAnswer, targetsData } from '../answers.ts'
import type { PrometheusClient } from '../client.ts'
import { fingerprint } from '../fingerprint.ts'
import { isPrometheusItself } from '../flavour.ts'
import { meetsAll } from '../matching.ts'
import { pageBy } from '../pages.ts'
import { type Proof, toReading } from '../reading.ts'

const STATES: ReadonlySet<string> = new Set(['up', 'down'])

function toRow(target: TargetAnswer) {
  const state = STATES.has(target.health) ? (target.health as 'up' | 'down') : ('unknown' as const) // of the set above
  return {
    pool: target.scrapePool,
    url: target.scrapeUrl,
    labels: target.labels,
    state,
    last_at: target.lastScrape === '' || target.lastScrape.startsWith('0001-') ? null : target.lastScrape,
    last_seconds: target.lastScrapeDuration ?? null,
    error: target.lastError === '' ? null : target.lastError,
    interval: target.scrapeInterval === '' ? null : target.scrapeInterval,
  }
}

// Active targets. Zero of a state is proved only by Prometheus itself: others list what they scrape, if anything,
// while more is scraped elsewhere. A target whose state is unknown may be up or down.
export const serveMetricsTargetsList = serve(
  metricsTargetsList,
  async (client: PrometheusClient, input, context) => {
    const told = await client.ask({
      path: ['api', 'v1', 'targets'],
      query: { state: 'active' },
      schema: targetsData,
      context,
    })
    const all = told.data.activeTargets.filter((one) => meetsAll(one.labels, client.enforced)).map(toRow)
    const wanted = input.state === undefined ? all : all.filter((one) => one.state === input.state)
    const { rows, page, past } = pageBy(
      wanted,
      (one) => `${one.pool} ${fingerprint({ ...one.labels, url: one.url })}`,
      input,
    )
    const count = (state: string) => all.filter((one) => one.state === state).length
    const counts = { up: count('up'), down: count('down'), unknown: count('unknown') }
    const value = { targets: [...rows], counts, total: wanted.length }
    const asksForKnown = input.state !== undefined && input.state !== 'unknown'
    const doubt = asksForKnown && counts.unknown > 0 ? { unproven: 'target_state_unknown' } : undefined
    const prove = async (): Promise<Proof> => {
      if (all.length === 0) return { unproven: 'no_targets' }
      if (doubt !== undefined) return doubt
      const isItself = await isPrometheusItself(client, context)
      return isItself ? { proof: 'enumerated' } : { unproven: 'collector_not_proved' }
    }
    const facts = rows.length > 0 ? (doubt === undefined ? {} : { doubt }) : { proof: await prove() }
    return toReading(client, value, { items: rows.length, context, told: [told], ...facts, ...page, ...past })
  },
)
