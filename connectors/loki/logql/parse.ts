import { parser } from '@grafana/lezer-logql'
import type { SyntaxNode, Tree } from '@lezer/common'
import { ArgumentError } from '@vedette/proto/connector'
import { type Matcher, matchesEmpty, readMatchers, renderMatchers } from './matchers.ts'
import { decodeString, encodeString } from './strings.ts'

// A whole expression without syntax errors: lines, or a metric over them.
export type ParsedQuery = Readonly<{ text: string; tree: Tree; kind: 'lines' | 'metric' }>

// Shapes of other languages; looked at only after parsing as LogQL failed.
const FOREIGN = Object.freeze([
  { language: 'TraceQL', shape: /\{\s*(?:\.|span\.|resource\.|span:|trace:|status\s*=|duration\s*[<>])/ },
  { language: 'SQL', shape: /^\s*(?:select|with)\s[\s\S]*\bfrom\b/i },
  { language: 'CloudWatch', shape: /^\s*(?:fields\s+@|filter\s+@|SEARCH\()/i },
  {
    language: 'PromQL',
    shape: /\b[a-zA-Z_:][\w:]*\s*(?:\{[^}]*\})?\s*\[\d+[smhdwy]|^\s*[a-zA-Z_:][\w:]*\s*(?:\{|$)/,
  },
  { language: 'Datadog', shape: /(?:^|\s)-?@?[\w.]+:\S/ },
] as const)

// Parses LogQL of the caller. Throws ArgumentError with the position, or `wrong_dialect` for another language.
export function parseQuery(text: string, field = 'query'): ParsedQuery {
  const tree = parser.parse(text)
  const at = findError(tree)
  const kind = tree.topNode.firstChild?.getChild('MetricExpr') == null ? 'lines' : 'metric'
  if (at === undefined && tree.topNode.firstChild !== null) return { text, tree, kind }
  const foreign = FOREIGN.find((one) => one.shape.test(text))
  if (foreign !== undefined)
    throw new ArgumentError({
      code: 'wrong_dialect',
      field,
      message: `${field} looks like ${foreign.language}, and this backend speaks LogQL`,
      fix: `choose a backend that speaks ${foreign.language}, or write it in LogQL`,
    })
  throw new ArgumentError({
    field,
    message: `${field} is not LogQL: it breaks at character ${(at ?? 0) + 1}`,
    fix: `correct the syntax at character ${(at ?? 0) + 1}`,
  })
}

function findError(tree: Tree): number | undefined {
  let at: number | undefined
  tree.iterate({
    enter(node) {
      if (node.type.isError) at ??= node.from
    },
  })
  return at
}

// The selectors of an expression, from left to right. Throws ArgumentError for one that cannot be read or that would
// match every stream.
export function listSelectors({ tree, text }: ParsedQuery, field = 'query'): readonly (readonly Matcher[])[] {
  return listNodes(tree, 'Selector').map((node) => {
    const matchers = readMatchers(node, text)
    if (matchers?.some((one) => !matchesEmpty(one)) === true) return matchers
    throw new ArgumentError({
      field,
      message: `${field} holds a selector that cannot be read or narrows nothing`,
      fix: 'name at least one label with a value, as in {service_name="shop"}',
    })
  })
}

// The text that goes to Loki: comments dropped, strings of selectors written anew, and `enforced` added to every one.
// Matchers are added, never compared with those that stand there, so that a caller can only narrow.
export function scopeQuery(parsed: ParsedQuery, enforced: readonly Matcher[]): string {
  const { tree, text } = parsed
  const selectors = listSelectors(parsed)
  const edits = [
    ...listNodes(tree, 'Selector').map(({ from, to }, index) => {
      const matchers = [...enforced, ...(selectors[index] ?? [])]
      return { from, to, text: `{${renderMatchers(matchers)}}` }
    }),
    ...listNodes(tree, 'LineComment').map(({ from, to }) => ({ from, to, text: ' ' })),
  ].toSorted((a, b) => a.from - b.from)
  let done = 0
  let out = ''
  for (const edit of edits) {
    if (edit.from < done) continue
    out += text.slice(done, edit.from) + edit.text
    done = edit.to
  }
  return (out + text.slice(done)).trim()
}

// Whether every stage of a query is a plain line filter: then no line can hide behind a misspelt label or a parser.
export function filtersLinesOnly({ tree }: ParsedQuery): boolean {
  return listNodes(tree, 'PipelineStage').every((stage) => stage.firstChild?.name === 'LineFilters')
}

const FALLBACKS: ReadonlySet<string> = new Set(['VectorExpr', 'Or', 'Unless', 'AbsentOverTime'])

// Whether a metric query can give values where its selectors find nothing.
export function hasFallback({ tree, kind }: ParsedQuery): boolean {
  return kind === 'metric' && [...FALLBACKS].some((name) => listNodes(tree, name).length > 0)
}

function listNodes(tree: Tree, name: string): readonly SyntaxNode[] {
  const found: SyntaxNode[] = []
  tree.iterate({
    enter(node) {
      if (node.name === name) found.push(node.node)
    },
  })
  return found
}

// Reads one selector written alone, as `logs.sources.list` gives it. Throws ArgumentError for anything else.
export function parseSelector(text: string, field: string): readonly Matcher[] {
  const parsed = parseQuery(text, field)
  const isAlone = listNodes(parsed.tree, 'PipelineExpr').length === 0 && parsed.kind === 'lines'
  const [matchers] = listSelectors(parsed, field)
  if (isAlone && matchers !== undefined) return matchers
  throw new ArgumentError({
    field,
    message: `${field} is not a stream selector`,
    fix: 'write it as {service_name="shop"}',
  })
}

// A line filter that a line must (`|=`) or must not (`!=`) meet, with the text placed by the encoder.
export function renderLineFilter(op: '|=' | '!=', text: string, field: string): string {
  return `${op} ${encodeString(text, field)}`
}

// The texts of all line filters of a query, in their order; undefined for one that cannot be read.
export function readLineFilters({ tree, text }: ParsedQuery): readonly (string | undefined)[] {
  return listNodes(tree, 'LineFilter').map((node) => {
    const literal = node.getChild('String')
    return literal === null ? undefined : decodeString(text.slice(literal.from, literal.to))
  })
}
