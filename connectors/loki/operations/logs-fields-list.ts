import { askHalf, readSpan, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsFieldsList } from '@vedette/proto/operations'
import { DIALECT, type LokiClient, toScope } from '../client.ts'
import { askDetected } from '../detected.ts'
import { askLabels, findOrigin } from '../filters.ts'
import { renderSelector } from '../logql/matchers.ts'

// Labels, which Loki keeps a list of, and fields that it finds in some of the lines. Fields of a sample are not all.
export const serveLogsFieldsList = serve(logsFieldsList, async (client: LokiClient, input, context) => {
  const window = readSpan(input, context)
  const over = { window, context }
  const scope = toScope(client)
  const origin = await findOrigin(client, input, over)
  if (origin.unknown !== undefined)
    return tellReading(
      { fields: [], lines_read: null, total: null },
      { context, scope, items: 0, evidence: { unproven: origin.unknown } },
    )
  const labels = await askLabels(client, over)
  const query = origin.matchers.length === 0 ? undefined : renderSelector(origin.matchers)
  const half =
    query === undefined
      ? undefined
      : await askHalf({ half: 'detected_fields' }, () => askDetected(client, query, over))
  const found = half?.value ?? []
  const indexed = labels.names.map((name) => ({
    ...{ name, type: 'string', indexed: true, cardinality: null, share_of_lines: null },
  }))
  const fields = [
    ...indexed,
    ...found
      .filter(({ label }) => !labels.names.includes(label))
      .map(({ label, type, cardinality }) => ({
        ...{ name: label, type: type ?? null, indexed: false },
        ...{ cardinality: cardinality ?? null, share_of_lines: null },
      })),
  ].slice(0, input.limit)
  const warnings = [...origin.warnings, ...labels.warnings]
  return tellReading(
    { fields, lines_read: null, total: null },
    {
      ...{ context, scope, items: fields.length, warnings, cut: 'by_source' },
      beside: half?.failed ?? [],
      ...(query === undefined ? {} : { query, dialect: DIALECT }),
    },
  )
})
