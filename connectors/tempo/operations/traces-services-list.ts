import { askHalf, matchVisible, readSpan, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { tracesServicesList } from '@vedette/proto/operations'
import { DIALECT, type TempoClient, toScope } from '../client.ts'
import { measureBy } from '../measures.ts'
import { askValues } from '../questions.ts'
import { IS_SERVER, toConditions } from '../traceql.ts'

const SERVICE = 'resource.service.name'

// Services whose spans were kept in the window, with the rate, errors and latency of their server spans.
export const serveTracesServicesList = serve(
  tracesServicesList,
  async (client: TempoClient, input, context) => {
    const over = { window: readSpan(input, context), context }
    const listed = await askValues(client, SERVICE, over)
    const conditions = [...toConditions(client.config, { environment: input.environment }), IS_SERVER]
    const half = await askHalf({ half: 'metrics' }, () =>
      measureBy(client, { conditions, by: SERVICE }, over),
    )
    const measured = half.value
    // An environment narrows the measured ones alone: the list of names knows none.
    const isNarrowed = input.environment !== undefined
    const names = isNarrowed ? [...(measured?.rows.keys() ?? [])] : listed.values
    const rows = names.filter((name) => matchVisible(context, name, input.contains))
    const page = sliceByKey(rows, (name) => [name], input)
    const services = page.rows.map((name) => {
      const row = measured?.rows.get(name)
      return {
        ...{ name, environment: input.environment ?? null, language: null, spans: null },
        requests_per_s: row?.rate ?? null,
        error_ratio: row?.error_ratio ?? null,
        p50_ms: row?.p50_ms ?? null,
        p95_ms: row?.p95_ms ?? null,
        last_seen_at: null,
      }
    })
    const isPartial =
      listed.isPartial || measured?.isPartial === true || (isNarrowed && measured === undefined)
    return tellReading(
      {
        services,
        sampling_ratio: client.config.sampling_ratio ?? null,
        total: isPartial || rows.length === 0 ? null : page.total,
      },
      {
        ...{ context, scope: toScope(client), items: services.length, beside: half.failed },
        ...{ total: page.total, cursor: page.cursor, query: measured?.query, dialect: DIALECT },
        cut: isPartial ? 'by_source' : undefined,
        evidence:
          listed.values.length > 0 && !isNarrowed
            ? { proof: 'existence_checked' }
            : { unproven: isNarrowed ? 'environment_may_not_be_sent' : 'no_spans_in_window' },
      },
    )
  },
)
