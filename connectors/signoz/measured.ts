import { type Evidence, tellReading } from '@vedette/connectors/kit'
import { DIALECT, type SignozClient, toScope } from './client.ts'
import { type Asked, askScalar, askSeries, keyOf, type Over } from './questions.ts'

export type Group = {
  labels: Record<string, string>
  value: number | null
  points: [number, number | null][]
}

export type Measure = Asked &
  Readonly<{ expression: string; groupBy: readonly string[]; step: number; limit: number }>

// One expression by group, over the whole window and over time, greatest first.
export async function measure(client: SignozClient, asked: Measure, over: Over) {
  const base = { ...asked, expressions: [asked.expression], limit: 1000 }
  const whole = await askScalar(client, base, over)
  const told = await askSeries(client, base, over)
  const points = new Map(told.rows.map((row) => [keyOf(row.labels), row.points]))
  const all = whole.rows
    .map(
      ({ labels, values }): Group => ({
        labels,
        value: values[0] ?? null,
        points: points.get(keyOf(labels)) ?? [],
      }),
    )
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  return {
    all,
    groups: all.slice(0, asked.limit),
    isFull: whole.isFull || told.isFull,
    isWarned: whole.isWarned || told.isWarned,
    scanned: whole.scanned,
  }
}

export type Measured = Awaited<ReturnType<typeof measure>>

// Whether a group is something that was seen: a count of zero is what SigNoz says of nothing.
export function isSeen({ value }: Group): boolean {
  return value !== null && value !== 0
}

// Tells measured groups.
export function tellMeasured<T>(
  client: SignozClient,
  value: T,
  facts: Readonly<{ told: Measured; items: number; evidence?: Evidence | undefined; query: string }> &
    Pick<Over, 'context'>,
) {
  const { told, items, evidence, query, context } = facts
  return tellReading(value, {
    ...{ context, scope: toScope(client), items, evidence, query, dialect: DIALECT },
    cut: told.isFull ? 'by_source' : told.all.length > told.groups.length ? 'rows' : undefined,
    doubt: told.isWarned ? 'source_warned' : undefined,
  })
}
