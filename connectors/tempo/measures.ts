import type { TempoClient } from './client.ts'
import { askInstant, type Over } from './questions.ts'
import { type Condition, IS_ERROR, select } from './traceql.ts'

export type Row = Readonly<{
  rate: number | null
  error_ratio: number | null
  p50_ms: number | null
  p95_ms: number | null
  p99_ms: number | null
}>

// Rate, errors and quantiles of spans by one attribute, over the whole window. Spans that failed and are in no row of a
// whole answer are none; of a partial one they are not known.
export async function measureBy(
  client: TempoClient,
  { conditions, by }: Readonly<{ conditions: readonly Condition[]; by: string }>,
  over: Over,
): Promise<Readonly<{ rows: ReadonlyMap<string, Row>; isPartial: boolean; query: string }>> {
  const all = select(conditions)
  const query = `${all} | rate() by (${by})`
  const rates = await askInstant(client, query, over)
  const errors = await askInstant(client, `${select([...conditions, IS_ERROR])} | rate() by (${by})`, over)
  const times = await askInstant(
    client,
    `${all} | quantile_over_time(duration, 0.5, 0.95, 0.99) by (${by})`,
    over,
  )
  const failed = new Map(errors.rows.map(({ labels, value }) => [labels[by] ?? '', value]))
  const quantile = (name: string, p: number): number | null => {
    const row = times.rows.find(({ labels }) => labels[by] === name && Number(labels.p) === p)
    return row?.value == null ? null : row.value * 1000
  }
  const rows = rates.rows.flatMap(({ labels, value }): [string, Row][] => {
    const name = labels[by]
    if (name === undefined) return []
    const errorRate = failed.get(name) ?? (errors.isPartial ? null : 0)
    return [
      [
        name,
        {
          rate: value,
          error_ratio: value === null || value === 0 || errorRate === null ? null : errorRate / value,
          p50_ms: quantile(name, 0.5),
          p95_ms: quantile(name, 0.95),
          p99_ms: quantile(name, 0.99),
        },
      ],
    ]
  })
  return {
    rows: new Map(rows),
    isPartial: rates.isPartial || errors.isPartial || times.isPartial,
    query,
  }
}
