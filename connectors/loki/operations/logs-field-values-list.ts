import { matchVisible, readSpan, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsFieldValuesList } from '@vedette/proto/operations'
import { detectedValues, namesAnswer } from '../answers.ts'
import { type LokiClient, toScope } from '../client.ts'
import { askLabels, findOrigin } from '../filters.ts'
import { checkLabel, renderSelector } from '../logql/matchers.ts'
import { toNanos } from '../times.ts'

// Values of a label, which Loki lists whole, or of a field that it finds in some of the lines.
export const serveLogsFieldValuesList = serve(
  logsFieldValuesList,
  async (client: LokiClient, input, context) => {
    const window = readSpan(input, context)
    const over = { window, context }
    const scope = toScope(client)
    const field = checkLabel(input.field, 'field')
    const nothing = (unproven: string) =>
      tellReading({ field, values: [], total: null }, { context, scope, items: 0, evidence: { unproven } })
    const origin = await findOrigin(client, { service: input.service, source: input.source }, over)
    if (origin.unknown !== undefined) return nothing(origin.unknown)
    const labels = await askLabels(client, over)
    const isLabel = labels.names.includes(field)
    if (!isLabel && origin.matchers.length === 0) return nothing('field_unknown')
    const query = origin.matchers.length === 0 ? undefined : renderSelector(origin.matchers)
    const bounds = { start: toNanos(window.from), end: toNanos(window.to) }
    const narrowed = { ...bounds, ...(query === undefined ? {} : { query }) }
    const told = isLabel
      ? await client.ask({ path: ['label', field, 'values'], query: narrowed, schema: namesAnswer, context })
      : await client.ask({
          path: ['detected_field', field, 'values'],
          query: { ...narrowed, line_limit: '1000', limit: '1000' },
          schema: detectedValues,
          context,
        })
    const named = ('values' in told ? told.values : 'data' in told ? told.data : []) ?? []
    const isNone = named.length === 0
    const all = [...new Set(named)].filter((value) => matchVisible(context, value, input.contains)).toSorted()
    const values = all.slice(0, input.limit).map((value) => ({ value, count: null }))
    const warnings = [
      ...origin.warnings,
      ...labels.warnings,
      ...(('warnings' in told && told.warnings) || []),
    ]
    const isCut = !isLabel || warnings.length > 0
    return tellReading(
      { field, values, total: isCut ? null : all.length },
      {
        ...{ context, scope, items: values.length, warnings },
        cut: isCut ? 'by_source' : all.length > values.length ? 'rows' : undefined,
        // A known label whose values were all told, and none holds the text. One without any value contradicts itself.
        evidence: isNone ? { unproven: 'label_without_values' } : { proof: 'enumerated' },
      },
    )
  },
)
