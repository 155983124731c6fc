import { readSpan, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsScanEstimateGet } from '@vedette/proto/operations'
import type { z } from 'zod'
import { indexStats } from '../answers.ts'
import { DIALECT, type LokiClient, toScope } from '../client.ts'
import { findOrigin, toQuery } from '../filters.ts'
import { renderSelector } from '../logql/matchers.ts'
import { listSelectors, parseQuery } from '../logql/parse.ts'
import { toNanos } from '../times.ts'

const MAX_SELECTORS = 8

// What the index says that the query's selectors hold; filters after them read all of it.
export const serveLogsScanEstimateGet = serve(
  logsScanEstimateGet,
  async (client: LokiClient, input, context) => {
    const window = readSpan(input, context)
    const scope = toScope(client)
    const enforced = client.config.enforce_matchers
    const origin =
      input.query === undefined ? await findOrigin(client, input, { window, context }) : undefined
    if (origin?.unknown !== undefined)
      return tellReading(
        { bytes: null, lines: null, streams: null, sources: [], price_usd: null, how: 'index' as const },
        { context, scope, items: 0, evidence: { unproven: origin.unknown } },
      )
    const selectors =
      origin === undefined
        ? listSelectors(parseQuery(input.query ?? '')).map((one) => [...enforced, ...one])
        : [origin.matchers]
    const asked = [...new Set(selectors.map(renderSelector))]
    const read = asked.slice(0, MAX_SELECTORS)
    const told: z.output<typeof indexStats>[] = []
    for (const query of read)
      told.push(
        await client.ask({
          path: ['index', 'stats'],
          query: { query, start: toNanos(window.from), end: toNanos(window.to) },
          schema: indexStats,
          context,
        }),
      )
    const sum = (key: 'bytes' | 'entries' | 'streams') => told.reduce((all, one) => all + one[key], 0)
    const streams = sum('streams')
    return tellReading(
      {
        ...{ bytes: sum('bytes'), lines: sum('entries'), streams, sources: read },
        ...{ price_usd: null, how: 'index' as const },
      },
      {
        ...{ context, scope, items: streams, dialect: DIALECT },
        query: input.query ?? (origin && toQuery(client.config, origin.matchers, input)),
        cut: asked.length > read.length ? 'rows' : undefined,
        evidence: { unproven: 'estimates_prove_nothing' },
      },
    )
  },
)
