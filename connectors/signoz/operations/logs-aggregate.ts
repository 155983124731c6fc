import { chooseStep, readSpan } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { logsAggregate } from '@vedette/proto/operations'
import type { SignozClient } from '../client.ts'
import { checkKey } from '../expression.ts'
import { hasOthers, toLogFilter } from '../logs.ts'
import { isSeen, measure, tellMeasured } from '../measured.ts'
import { proveNone } from '../proof.ts'

const MEASURES = Object.freeze({
  count: () => 'count()',
  rate: () => 'rate()',
  sum: (field: string) => `sum(${field})`,
  avg: (field: string) => `avg(${field})`,
  min: (field: string) => `min(${field})`,
  max: (field: string) => `max(${field})`,
  p50: (field: string) => `p50(${field})`,
  p95: (field: string) => `p95(${field})`,
  p99: (field: string) => `p99(${field})`,
  distinct: (field: string) => `count_distinct(${field})`,
})

// Counts or measures over lines. A count of zero is kept only with the proof that a missing line needs.
export const serveLogsAggregate = serve(logsAggregate, async (client: SignozClient, input, context) => {
  const window = readSpan(input, context)
  const step = input.step ?? chooseStep(window, 61, 60)
  const isCount = input.measure === 'count' || input.measure === 'rate'
  if (!isCount && input.field === undefined)
    throw new ArgumentError({
      field: 'field',
      message: `${input.measure} needs the field to measure`,
      fix: 'name a numeric field',
    })
  const filter = toLogFilter(input)
  const expression = MEASURES[input.measure](isCount ? '' : checkKey(input.field ?? '', 'field'))
  const groupBy = input.group_by.map((one) => checkKey(one, 'group_by'))
  const field = input.query === undefined ? undefined : 'query'
  const over = { window, context }
  const told = await measure(
    client,
    { signal: 'logs', filter, field, expression, groupBy, step, limit: input.limit },
    over,
  )
  const seen = told.groups.filter((one) => isSeen(one) || (!isCount && one.value !== null))
  const evidence =
    seen.length > 0
      ? undefined
      : told.isWarned
        ? { unproven: 'source_warned' }
        : input.query !== undefined || !isCount || groupBy.length > 0
          ? { unproven: 'field_may_not_be_in_lines' }
          : await proveNone(client, 'logs', {
              ...over,
              service: input.service,
              others: hasOthers(input),
              severity: input.severity !== undefined,
            })
  const isProved = evidence !== undefined && 'proof' in evidence
  const groups = seen.length > 0 ? seen : isProved ? told.groups : []
  return tellMeasured(
    client,
    {
      ...{ measure: input.measure, step_seconds: step, groups, scanned_bytes: told.scanned },
      total: told.isFull || (groups.length === 0 && !isProved) ? null : told.all.length,
    },
    { told, items: seen.length, evidence, query: filter, context },
  )
})
