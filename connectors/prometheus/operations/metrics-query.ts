import { parseInstant } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { metricsQuery } from '@vedette/proto/operations'
import type { PrometheusClient } from '../client.ts'
import { proveEmpty } from '../existence.ts'
import { toGraphUrl } from '../links.ts'
import { hasFallback } from '../promql/selectors.ts'
import { askInstant, readQuery } from '../questions.ts'
import { toReading } from '../reading.ts'
import { takeSamples } from '../samples.ts'

// A raw query at one instant. A result that a fallback could have made up is checked like an empty one.
export const serveMetricsQuery = serve(metricsQuery, async (client: PrometheusClient, input, context) => {
  const at = input.at === undefined ? context.clock.now() : parseInstant(input.at, 'at')
  const query = readQuery(client, input.expr)
  const told = await askInstant(client, query, at, context)
  const { samples, total } = takeSamples(told.data, input.limit)
  const text = told.data.resultType === 'string' ? { text: told.data.result[1] } : {}
  const value = {
    result: told.data.resultType,
    samples,
    total,
    ...text,
  }
  const isText = told.data.resultType === 'string'
  const items = isText ? 1 : samples.length
  const doubtful = items === 0 || hasFallback(query.parsed)
  const proof = doubtful
    ? await proveEmpty(client, query, { window: { from: at, to: at }, context })
    : undefined
  return toReading(client, value, {
    items,
    context,
    told: [told],
    query: query.text,
    ...(proof === undefined ? {} : { proof, doubt: proof }),
    ...(total > items && !isText ? { cutTo: items } : {}),
    ...toGraphUrl(client, query.text, { to: at }),
  })
})
