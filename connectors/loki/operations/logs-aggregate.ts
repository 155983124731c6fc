import { chooseStep, readSpan, tellReading } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { logsAggregate } from '@vedette/proto/operations'
import { DIALECT, type LokiClient, toScope } from '../client.ts'
import { findParser } from '../detected.ts'
import { checkLabel } from '../logql/matchers.ts'
import { proveNoLines } from '../proof.ts'
import { makeQuestion } from '../question.ts'
import { askInstant, askRange } from '../questions.ts'

type Measure = 'count' | 'rate' | 'sum' | 'avg' | 'min' | 'max' | 'p50' | 'p95' | 'p99' | 'distinct'
type Pieces = Readonly<{ lines: string; field: string; by: string }>

// The metric query over a range; lines whose field is no number are left out by `__error__=""`.
const MEASURES: Readonly<Record<Measure, (pieces: Pieces, range: string) => string>> = Object.freeze({
  count: ({ lines, by }, range) => `sum${by}(count_over_time(${lines} [${range}]))`,
  rate: ({ lines, by }, range) => `sum${by}(rate(${lines} [${range}]))`,
  sum: (pieces, range) => `sum${pieces.by}(sum_over_time(${unwrap(pieces)} [${range}]))`,
  avg: (pieces, range) => `avg_over_time(${unwrap(pieces)} [${range}])${pieces.by || ' by ()'}`,
  min: (pieces, range) => `min_over_time(${unwrap(pieces)} [${range}])${pieces.by || ' by ()'}`,
  max: (pieces, range) => `max_over_time(${unwrap(pieces)} [${range}])${pieces.by || ' by ()'}`,
  p50: (pieces, range) => `quantile_over_time(0.5, ${unwrap(pieces)} [${range}])${pieces.by || ' by ()'}`,
  p95: (pieces, range) => `quantile_over_time(0.95, ${unwrap(pieces)} [${range}])${pieces.by || ' by ()'}`,
  p99: (pieces, range) => `quantile_over_time(0.99, ${unwrap(pieces)} [${range}])${pieces.by || ' by ()'}`,
  distinct: ({ lines, field, by }, range) =>
    `count${by}(sum by (${[by.slice(5, -1), field].filter(Boolean).join(', ')})(count_over_time(${lines} | ${field}!="" [${range}])))`,
})

function unwrap({ lines, field }: Pieces): string {
  return `${lines} | unwrap ${field} | __error__=""`
}

// Counts or measures over lines. Loki leaves out what it did not see, so nothing is never a zero of ours.
export const serveLogsAggregate = serve(logsAggregate, async (client: LokiClient, input, context) => {
  const window = readSpan(input, context)
  const over = { window, context }
  const step = input.step ?? chooseStep(window, 61, 10)
  const scope = toScope(client)
  const question = await makeQuestion(client, input, over, 'metric')
  const measure = input.query === undefined ? input.measure : 'query'
  const nothing = { measure, step_seconds: step, groups: [], scanned_bytes: null, total: null }
  if (question.unknown !== undefined)
    return tellReading(nothing, { context, scope, items: 0, evidence: { unproven: question.unknown } })
  const seconds = Math.ceil((window.to - window.from) / 1000)
  const make =
    input.query === undefined ? await makeMeasure(client, { input, lines: question.query, over }) : undefined
  if (make !== undefined && 'unknown' in make)
    return tellReading(nothing, { context, scope, items: 0, evidence: { unproven: make.unknown } })
  const ranged = make?.query(`${step}s`) ?? question.query
  const { field } = question
  const whole =
    make && (await askInstant(client, { query: make.query(`${seconds}s`), at: window.to }, context))
  const told = await askRange(client, { query: ranged, ...window, step, field }, context)
  const warnings = [...question.warnings, ...(whole?.warnings ?? []), ...told.warnings]
  const values = new Map((whole?.rows ?? []).map(({ labels, value }) => [keyOf(labels), value]))
  const points = new Map(told.rows.map((row) => [keyOf(row.labels), row]))
  const all = [...new Set([...values.keys(), ...points.keys()])].map((key) => ({
    labels: points.get(key)?.labels ?? whole?.rows.find(({ labels }) => keyOf(labels) === key)?.labels ?? {},
    value: values.get(key) ?? null,
    points: points.get(key)?.points ?? [],
  }))
  const groups = all.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)).slice(0, input.limit)
  const isPartial = warnings.length > 0
  const evidence =
    groups.length > 0 || isPartial
      ? undefined
      : question.unsound === undefined && make?.isPlain === true
        ? await proveNoLines(client, { matchers: question.matchers, filters: input }, over)
        : { unproven: question.unsound ?? 'field_may_not_be_in_lines' }
  const value = {
    ...{ measure, step_seconds: step, groups, scanned_bytes: whole?.scanned ?? told.scanned },
    total: isPartial || (evidence !== undefined && 'unproven' in evidence) ? null : all.length,
  }
  return tellReading(value, {
    ...{ context, scope, items: groups.length, evidence, query: ranged, dialect: DIALECT, warnings },
    doubt: question.doubt,
    cut: isPartial ? 'by_source' : all.length > groups.length ? 'rows' : undefined,
  })
})

type Making = Readonly<{
  input: Readonly<{ measure: Measure; field?: string | undefined; group_by: readonly string[] }>
  lines: string
  over: Parameters<typeof findParser>[2]
}>

// The measure's query by its range. Fields that are in the text are read with the parser that Loki found for them.
async function makeMeasure(client: LokiClient, { input, lines, over }: Making) {
  const isCount = input.measure === 'count' || input.measure === 'rate'
  if (!isCount && input.field === undefined)
    throw new ArgumentError({
      field: 'field',
      message: `${input.measure} needs the field to measure`,
      fix: 'name a numeric field, as logs_fields_list gives it',
    })
  const field = isCount ? '' : checkLabel(input.field ?? '', 'field')
  const groups = input.group_by.map((one) => checkLabel(one, 'group_by'))
  const wanted = [...groups, ...(isCount ? [] : [field])]
  const parser = await findParser(client, { lines, wanted }, over)
  if ('unknown' in parser) return parser
  const pieces = {
    lines: [lines, ...parser.stages].join(' '),
    field,
    by: groups.length === 0 ? '' : ` by (${groups.join(', ')})`,
  }
  return {
    query: (range: string) => MEASURES[input.measure](pieces, range),
    isPlain: isCount && groups.length === 0,
  }
}

function keyOf(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
