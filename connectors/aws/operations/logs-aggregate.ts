import { chooseStep } from '@vedette/connectors/kit'
import { ArgumentError, partialOf, serve } from '@vedette/proto/connector'
import { logsAggregate } from '@vedette/proto/operations'
import type { AwsClient } from '../connect.ts'
import { INSIGHTS_DIALECT, type InsightsResult, runInsights, toConditions, toRowTime } from '../insights.ts'
import { findGroups } from '../log-groups.ts'
import { type Piece, readPieces } from '../pieces.ts'
import { toNumber } from '../values.ts'

// Rows that one query of Logs Insights gives at most.
const ROWS = 10_000
type Group = { labels: Record<string, string>; value: number | null; points: [number, number | null][] }
type Found = Readonly<{ region: string; groups: readonly Group[]; scanned: number | null }>

// Figures over lines by Logs Insights, bin by bin. A bin that is not given had no line.
export const serveLogsAggregate = serve(
  logsAggregate,
  async (client: AwsClient, input, context) => {
    const session = await client.open(logsAggregate, context)
    const window = { from: Date.parse(input.from), to: Date.parse(input.to) }
    const step = input.step ?? chooseStep(window, 60)
    const labels = input.group_by.map((name) => toField(name, 'group_by'))
    const head = input.query === undefined ? toConditions(input) : [input.query]
    const by = [`bin(${step}s) as at`, ...labels].join(', ')
    const text = [...head, `stats ${toMeasure(input, step)} as value by ${by}`, 'sort at asc'].join(' | ')
    const read = await readPieces<Found>(session, { context }, async (reader): Promise<Piece<Found>> => {
      const groups = await findGroups(reader, input)
      if (groups.length === 0)
        return {
          piece: { region: reader.region, groups: [], scanned: null },
          items: 0,
          unproven: 'source_not_found',
        }
      const own = input.query !== undefined
      const result = await runInsights(reader, { text, groups, ...window, limit: ROWS, own })
      const piece = {
        region: reader.region,
        groups: toGroups(result, { names: input.group_by, measure: input.measure }),
        scanned: result.scannedBytes,
      }
      if (result.rows.length >= ROWS) return { piece, items: piece.groups.length, cut: 'rows' }
      return { piece, items: piece.groups.length, unproven: 'no_line_in_the_window' }
    })
    const several = session.regions.length > 1
    const all = read.pieces.flatMap(({ region, groups }) =>
      groups.map((group) => (several ? { ...group, labels: { ...group.labels, region } } : group)),
    )
    const sorted = all.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
    const known = read.pieces.flatMap((one) => one.scanned ?? [])
    const value = {
      measure: input.measure,
      step_seconds: step,
      groups: sorted.slice(0, input.limit),
      scanned_bytes: known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0),
      total: read.whole ? all.length : null,
    }
    return partialOf(value, read.parts, { query: text, dialect: INSIGHTS_DIALECT })
  },
  'metered_read',
)

type Measured = Readonly<{ measure: string; field?: string | undefined }>

function toMeasure({ measure, field }: Measured, step: number): string {
  if (measure === 'count') return 'count(*)'
  if (measure === 'rate') return `count(*) / ${step}`
  const name = toField(field, 'field')
  if (measure === 'distinct') return `count_distinct(${name})`
  return /^p\d+$/.test(measure) ? `pct(${name}, ${measure.slice(1)})` : `${measure}(${name})`
}

// A field's name in backticks, which it cannot leave.
function toField(name: string | undefined, field: string): string {
  if (name !== undefined && /^[\w.@/-]{1,256}$/.test(name)) return `\`${name}\``
  throw new ArgumentError({
    field,
    message: `${field} needs the name of a field`,
    fix: 'use letters, digits and _ . @ / -',
  })
}

function toGroups(
  { rows }: InsightsResult,
  facts: Readonly<{ names: readonly string[]; measure: string }>,
): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const labels = Object.fromEntries(facts.names.map((name) => [name, row[name] ?? '']))
    const key = JSON.stringify(labels)
    const group = groups.get(key) ?? { labels, value: null, points: [] }
    group.points.push([Date.parse(toRowTime(row['at'])), toNumber(row['value'])])
    groups.set(key, group)
  }
  return [...groups.values()].map((group) => ({ ...group, value: toTotal(group.points, facts.measure) }))
}

// The figure of the whole window, where it follows from the bins; null where it does not, as for quantiles.
function toTotal(points: Group['points'], measure: string): number | null {
  const values = points.flatMap(([, value]) => value ?? [])
  if (values.length === 0) return null
  if (measure === 'count' || measure === 'sum') return values.reduce((sum, one) => sum + one, 0)
  if (measure === 'min') return Math.min(...values)
  return measure === 'max' ? Math.max(...values) : null
}
