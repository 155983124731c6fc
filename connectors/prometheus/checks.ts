import type { Span } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import type { MatrixRow, QueryData } from './answers.ts'
import { toLabelKey } from './fingerprint.ts'
import type { ParsedExpression } from './promql/parse.ts'
import { listSelectors } from './promql/selectors.ts'

// How far from the asked instant an answer's samples may be said to be: VictoriaMetrics evaluates up to 30 s earlier.
const OFF_MS = 60_000
const RANGES: ReadonlySet<string> = new Set(['MatrixSelector', 'SubqueryExpr'])
const WRAPPERS: ReadonlySet<string> = new Set(['ParenExpr', 'OffsetExpr', 'StepInvariantExpr'])

// Checks that an instant query's answer is of the kind that its expression has, tells each series once, and is of the
// asked time, epoch milliseconds. Throws `unusable`: an answer to another question is not cut down to look like ours.
export function checkInstant(data: QueryData, parsed: ParsedExpression, at: number): void {
  const kind = findKind(parsed)
  const isKind =
    kind === 'value' ? data.resultType === 'vector' || data.resultType === 'scalar' : data.resultType === kind
  if (!isKind) throw refuse('unexpected_kind', 'result_type')
  if (data.resultType === 'matrix') {
    const [selector] = listSelectors(parsed)
    const isPlain = selector?.timed === true
    const offset = (selector?.offset ?? 0) * 1000
    const reach = isPlain ? { from: at - offset - selector.range * 1000, to: at - offset } : undefined
    checkRows(data.result, reach, OFF_MS)
    return
  }
  if (data.resultType === 'scalar' || data.resultType === 'string') {
    checkTime(data.result[0], at)
    return
  }
  checkOnce(data.result)
  for (const { value, histogram } of data.result)
    for (const one of [value, histogram]) if (one !== undefined) checkTime(one[0], at)
}

// The same for a range query: every sample lies in the asked window, or within one step of it, as servers that align
// steps to the clock (VictoriaMetrics) begin earlier and end later by less than that.
export function checkRange(rows: readonly MatrixRow[], window: Span, step: number): void {
  checkRows(rows, window, step * 1000)
}

function checkRows(rows: readonly MatrixRow[], window: Span | undefined, slackMs: number): void {
  checkOnce(rows)
  const from = window === undefined ? Number.NEGATIVE_INFINITY : window.from - slackMs
  const to = window === undefined ? Number.POSITIVE_INFINITY : window.to + slackMs
  for (const { values, histograms } of rows)
    for (const samples of [values, histograms]) {
      let last = Number.NEGATIVE_INFINITY
      for (const [seconds] of samples) {
        const at = Math.round(seconds * 1000)
        if (!(at >= from && at <= to)) throw refuse('unexpected_kind', 'outside_window')
        if (at <= last) throw refuse('schema_mismatch', 'samples_out_of_order')
        last = at
      }
    }
}

function checkTime(seconds: number, at: number): void {
  if (!(Math.abs(seconds * 1000 - at) <= OFF_MS)) throw refuse('unexpected_kind', 'outside_window')
}

// Two rows of one label set contradict each other, or count one series twice.
function checkOnce(rows: readonly Readonly<{ metric: Readonly<Record<string, string>> }>[]): void {
  const seen = new Set<string>()
  for (const { metric } of rows) {
    const key = toLabelKey(metric)
    if (seen.has(key)) throw refuse('schema_mismatch', 'duplicate_series')
    seen.add(key)
  }
}

function findKind({ tree }: ParsedExpression): 'value' | 'matrix' | 'string' {
  let node = tree.topNode.firstChild
  while (node !== null && (WRAPPERS.has(node.name) || node.name === 'LineComment'))
    node = node.name === 'LineComment' ? node.nextSibling : node.firstChild
  if (node === null) return 'value'
  if (node.name === 'StringLiteral') return 'string'
  return RANGES.has(node.name) ? 'matrix' : 'value'
}

function refuse(why: 'unexpected_kind' | 'schema_mismatch', code: string): SourceError {
  return new SourceError('unusable', { why, code })
}
