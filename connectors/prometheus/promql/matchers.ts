import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'
import { ArgumentError } from '@vedette/proto/connector'
import { decodeString, encodeString } from './strings.ts'

export type MatchOperator = '=' | '!=' | '=~' | '!~'
export type Matcher = Readonly<{ label: string; op: MatchOperator; value: string }>

export const NAME_LABEL = '__name__'
const PLAIN_LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/

// The matcher that picks one metric by name.
export function nameMatcher(metric: string): Matcher {
  return { label: NAME_LABEL, op: '=', value: metric }
}

// Text as a regular expression that matches it alone.
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

// Writes matchers as a selector that parses back to exactly them. Throws ArgumentError for text that is not
// well-formed and when no matcher could exclude anything.
export function renderSelector(matchers: readonly Matcher[]): string {
  const named = matchers.find((one) => one.label === NAME_LABEL && one.op === '=' && isPlainMetric(one.value))
  const rest = matchers.filter((one) => one !== named)
  if (named === undefined && rest.every(matchesEmpty))
    throw new ArgumentError({
      field: 'match',
      message: 'nothing narrows the series',
      fix: 'name a metric, or give a condition that an absent label does not meet',
    })
  return `${named?.value ?? ''}${rest.length > 0 ? `{${renderMatchers(rest)}}` : ''}`
}

// Writes matchers as they stand between braces.
export function renderMatchers(matchers: readonly Matcher[]): string {
  return matchers.map((one) => `${renderLabel(one.label)}${one.op}${encodeString(one.value)}`).join(',')
}

// Writes a label name bare, or quoted where its characters need it.
export function renderLabel(label: string): string {
  return PLAIN_LABEL.test(label) ? label : encodeString(label)
}

// The matchers of a VectorSelector node, its metric name included; undefined when a string in it cannot be decoded.
export function readMatchers(selector: SyntaxNode, text: string): readonly Matcher[] | undefined {
  const found: (Matcher | undefined)[] = []
  const slice = (node: SyntaxNode) => text.slice(node.from, node.to)
  const name = selector.getChild('Identifier')
  if (name !== null) found.push(nameMatcher(slice(name)))
  for (
    let node = selector.getChild('LabelMatchers')?.firstChild ?? null;
    node !== null;
    node = node.nextSibling
  ) {
    if (node.name === 'QuotedLabelName') found.push(toMatcher('__name__', '=', slice(node)))
    if (node.name !== 'UnquotedLabelMatcher' && node.name !== 'QuotedLabelMatcher') continue
    const label = node.firstChild
    const op = node.getChild('MatchOp')
    const value = node.getChild('StringLiteral')
    if (label === null || op === null || value === null) return undefined
    const labelName = label.name === 'LabelName' ? slice(label) : decodeString(slice(label))
    found.push(labelName === undefined ? undefined : toMatcher(labelName, slice(op), slice(value)))
  }
  return found.every((one) => one !== undefined) ? found : undefined
}

function toMatcher(label: string, op: string, literal: string): Matcher | undefined {
  const value = decodeString(literal)
  return value === undefined || !isOperator(op) ? undefined : { label, op, value }
}

function isOperator(op: string): op is MatchOperator {
  return op === '=' || op === '!=' || op === '=~' || op === '!~'
}

// Whether a series without the label meets the matcher; false where the regular expression cannot be judged here.
export function matchesEmpty({ op, value }: Matcher): boolean {
  if (op === '=') return value === ''
  if (op === '!=') return value !== ''
  const admits = admitsEmpty(value)
  return admits !== undefined && admits === (op === '=~')
}

function admitsEmpty(pattern: string): boolean | undefined {
  try {
    return new RegExp(`^(?:${pattern})$`, 's').test('')
  } catch {
    return undefined
  }
}

// A name that PromQL reads bare: not a keyword, a function or one with other characters.
function isPlainMetric(name: string): boolean {
  if (!/^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name)) return false
  const tree = parser.parse(name)
  return tree.toString() === 'PromQL(VectorSelector(Identifier))'
}
