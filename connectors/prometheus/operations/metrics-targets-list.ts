import { serve } from '@vedette/proto/connector'
import { metricsTargetsList } from '@vedette/proto/operations'
import { type TargetAnswer, targetsData } from '../answers.ts'
import type { PrometheusClient } from '../client.ts'
import { fingerprint } from '../fingerprint.ts'
import { isPrometheusItself } from '../flavour.ts'
import { meetsAll } from '../matching.ts'
import { pageBy } from '../pages.ts'
import { toReading } from '../reading.ts'

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
// while more is scraped elsewhere.
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
    const proof =
      rows.length > 0
        ? {}
        : {
            proof:
              all.length > 0 && (await isPrometheusItself(client, context))
                ? ({ proof: 'enumerated' } as const)
                : { unproven: all.length > 0 ? 'collector_not_proved' : 'no_targets' },
          }
    return toReading(client, value, { items: rows.length, context, told: [told], ...proof, ...page, ...past })
  },
)
