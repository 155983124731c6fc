import { type Matcher, nameMatcher, renderLabel, renderSelector } from './matchers.ts'

// A piece of PromQL made by this file's functions; each keeps its own precedence, so that pieces nest safely.
export type Expression = Readonly<{ promql: string }>

const AGGREGATES = ['sum', 'max', 'min', 'avg', 'count'] as const

// Series of one metric that meet all matchers.
export function select(metric: string, matchers: readonly Matcher[] = []): Expression {
  return { promql: renderSelector([nameMatcher(metric), ...matchers]) }
}

// A function over the samples of a selector's last `seconds`.
export function overRange(
  name: 'rate' | 'increase' | 'last_over_time',
  selector: Expression,
  seconds: number,
): Expression {
  return { promql: `${name}(${selector.promql}[${seconds}s])` }
}

// An aggregation that keeps only the labels `by`.
export function aggregate(
  operator: (typeof AGGREGATES)[number],
  by: readonly string[],
  inner: Expression,
): Expression {
  const kept = by.length === 0 ? '' : ` by (${by.map(renderLabel).join(', ')}) `
  return { promql: `${operator}${kept}(${inner.promql})` }
}

// A binary operation, in parentheses.
export function combine(left: Expression, operator: '/' | '*' | '-' | 'or', right: Expression): Expression {
  return { promql: `(${left.promql} ${operator} ${right.promql})` }
}

// A number as PromQL writes it.
export function literal(value: number): Expression {
  return { promql: String(value) }
}

// A quantile of a classic or native histogram.
export function histogramQuantile(quantile: number, buckets: Expression): Expression {
  return { promql: `histogram_quantile(${quantile}, ${buckets.promql})` }
}
