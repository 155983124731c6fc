import type { SignozClient } from './client.ts'
import { askScalar, type Over } from './questions.ts'
import { HAS_ERROR } from './spans.ts'

// Count, errors and quantiles of kept spans by one field, over the whole window.
export async function measureBy(
  client: SignozClient,
  { filter, by }: Readonly<{ filter: string; by: string }>,
  over: Over,
) {
  const told = await askScalar(
    client,
    {
      ...{ signal: 'traces', filter, groupBy: [by], limit: 1000 },
      expressions: [
        'count()',
        `countIf(${HAS_ERROR})`,
        'p50(duration_nano)',
        'p95(duration_nano)',
        'p99(duration_nano)',
      ],
    },
    over,
  )
  const seconds = (over.window.to - over.window.from) / 1000
  const rows = told.rows.flatMap(({ labels, values }) => {
    const [spans = null, errors = null, p50 = null, p95 = null, p99 = null] = values
    const name = labels[by]
    if (name === undefined || name === '' || spans === null || spans === 0) return []
    return [
      {
        ...{ name, spans, requests_per_s: spans / seconds },
        error_ratio: errors === null ? null : errors / spans,
        ...{ p50_ms: toMs(p50), p95_ms: toMs(p95), p99_ms: toMs(p99) },
      },
    ]
  })
  return { rows, isFull: told.isFull, isWarned: told.isWarned }
}

function toMs(nanos: number | null): number | null {
  return nanos === null ? null : nanos / 1e6
}
