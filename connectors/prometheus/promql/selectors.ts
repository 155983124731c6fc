import type { SyntaxNode } from '@lezer/common'
import { type Matcher, readMatchers } from './matchers.ts'
import type { ParsedExpression } from './parse.ts'

// One selector of an expression: what it picks and how far back from the evaluation it looks, in seconds.
export type Selector = Readonly<{
  matchers: readonly Matcher[]
  range: number
  // Positive is earlier.
  offset: number
  // The range whose samples a function gets, when the selector has one of its own.
  samples?: number
  // False when `@`, a subquery or computed durations hide the time that it looks at.
  timed: boolean
}>

// Every selector of an expression, from left to right; those whose strings cannot be read are left out, and
// scopeExpression has refused them before.
export function listSelectors({ tree, text }: ParsedExpression): readonly Selector[] {
  const found: Selector[] = []
  tree.iterate({
    enter(node) {
      if (node.name !== 'VectorSelector') return
      const matchers = readMatchers(node.node, text)
      if (matchers !== undefined) found.push({ matchers, ...readReach(node.node, text) })
    },
  })
  return found
}

// Whether an expression can give values where its selectors find nothing (`or vector(0)`, `absent(...)`,
// `scalar(...)`, which is NaN then and compares to 0 or 1), or where one side of `unless` finds nothing.
export function hasFallback({ tree }: ParsedExpression): boolean {
  let found = false
  tree.iterate({
    enter(node) {
      if (FALLBACKS.has(node.name)) found = true
    },
  })
  return found
}

const FALLBACKS: ReadonlySet<string> = new Set([
  'Or',
  'Unless',
  'Scalar',
  'Absent',
  'AbsentOverTime',
  'FillClause',
  'FillLeft',
  'FillRight',
  'Fill',
])

function readReach(selector: SyntaxNode, text: string): Omit<Selector, 'matchers'> {
  let range = 0
  let offset = 0
  let timed = true
  let samples: number | undefined
  for (let node = selector.parent; node !== null; node = node.parent) {
    if (node.name === 'StepInvariantExpr' || node.name === 'SubqueryExpr') timed = false
    if (node.name === 'MatrixSelector') {
      const seconds = readDuration(node.getChild('DurationExpr'), text)
      if (seconds === undefined) timed = false
      else range += seconds
      samples = seconds
    }
    if (node.name === 'OffsetExpr') {
      const seconds = readOffset(node.getChild('OffsetDurationExpr'), text)
      if (seconds === undefined) timed = false
      else offset += seconds
    }
  }
  return { range, offset, timed, ...(samples === undefined ? {} : { samples }) }
}

function readOffset(node: SyntaxNode | null, text: string): number | undefined {
  const sign = node?.getChild('UnaryOp')
  if (node === null || sign === null || sign === undefined) return readDuration(node, text)
  const seconds = readDuration(node.getChild('OffsetDurationExpr'), text)
  return seconds === undefined ? undefined : text.slice(sign.from, sign.to) === '-' ? -seconds : seconds
}

const UNITS: Readonly<Record<string, number>> = Object.freeze({
  y: 365 * 86_400,
  w: 7 * 86_400,
  d: 86_400,
  h: 3600,
  m: 60,
  s: 1,
  ms: 0.001,
})

function readDuration(node: SyntaxNode | null, text: string): number | undefined {
  const literal = node?.firstChild ?? null
  if (node === null || literal === null || literal.nextSibling !== null) return undefined
  return parseDuration(text.slice(node.from, node.to).trim())
}

// Seconds of a PromQL duration (`1h30m`, `300`), or undefined when it is not a plain one.
export function parseDuration(text: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text)
  if (!/^(?:\d+(?:ms|[ywdhms]))+$/.test(text)) return undefined
  return [...text.matchAll(/(\d+)(ms|[ywdhms])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (UNITS[unit ?? ''] ?? 0),
    0,
  )
}
