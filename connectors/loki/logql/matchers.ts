import { parser } from '@grafana/lezer-logql'
import type { SyntaxNode } from '@lezer/common'
import { ArgumentError } from '@vedette/proto/connector'
import { decodeString, encodeString } from './strings.ts'

export type MatchOperator = '=' | '!=' | '=~' | '!~'
export type Matcher = Readonly<{ label: string; op: MatchOperator; value: string }>

const LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/
const OPERATORS: ReadonlySet<string> = new Set(['=', '!=', '=~', '!~'])

// Checks a label's name as LogQL takes it. Throws ArgumentError naming the field.
export function checkLabel(label: string, field: string): string {
  const isPlain = LABEL.test(label) && parser.parse(`{${label}="x"}`).toString() === PLAIN
  if (isPlain) return label
  throw new ArgumentError({
    field,
    message: `${field} is not a label name of LogQL`,
    fix: 'use letters, digits and _, not starting with a digit',
  })
}

const PLAIN = 'LogQL(Expr(LogExpr(Selector(Matchers(Matcher(Identifier,Eq,String))))))'

// Writes matchers as a selector that parses back to exactly them. Throws ArgumentError when none could exclude a stream,
// which Loki refuses.
export function renderSelector(matchers: readonly Matcher[]): string {
  if (matchers.some((one) => !matchesEmpty(one))) return `{${renderMatchers(matchers)}}`
  throw new ArgumentError({
    field: 'service',
    message: 'nothing narrows the streams',
    fix: 'give a service, a workload, a namespace or a source',
  })
}

// Writes matchers as they stand between braces.
export function renderMatchers(matchers: readonly Matcher[]): string {
  return matchers
    .map(({ label, op, value }) => `${checkLabel(label, 'label')}${op}${encodeString(value)}`)
    .join(', ')
}

// Whether a stream without the label meets the matcher; a pattern that cannot be judged here is taken to.
export function matchesEmpty({ op, value }: Matcher): boolean {
  if (op === '=') return value === ''
  if (op === '!=') return value !== ''
  try {
    return new RegExp(`^(?:${value})$`, 's').test('') === (op === '=~')
  } catch {
    return true
  }
}

// The matchers of a Selector node; undefined when one cannot be read.
export function readMatchers(selector: SyntaxNode, text: string): readonly Matcher[] | undefined {
  const found: (Matcher | undefined)[] = []
  const slice = (node: SyntaxNode) => text.slice(node.from, node.to)
  const walk = (node: SyntaxNode) => {
    if (node.name !== 'Matcher') {
      for (let child = node.firstChild; child !== null; child = child.nextSibling) walk(child)
      return
    }
    const label = node.firstChild
    const literal = node.getChild('String')
    const op = label === null ? '' : text.slice(label.to, literal?.from).trim()
    const value = literal === null ? undefined : decodeString(slice(literal))
    const isWhole = label?.name === 'Identifier' && value !== undefined && isOperator(op)
    found.push(isWhole ? { label: slice(label), op, value } : undefined)
  }
  walk(selector)
  return found.every((one) => one !== undefined) ? found : undefined
}

function isOperator(op: string): op is MatchOperator {
  return OPERATORS.has(op)
}
