import type { Tree } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'
import { ArgumentError } from '@vedette/proto/connector'
import { guessLanguage } from './foreign.ts'

// A whole expression without syntax errors.
export type ParsedExpression = Readonly<{ text: string; tree: Tree }>

// Parses PromQL. Throws ArgumentError naming line and column, or `wrong_dialect` when the text is another language.
export function parseExpression(text: string, field = 'expr'): ParsedExpression {
  const tree = parser.parse(text)
  const at = findError(tree)
  if (at === undefined) return { text, tree }
  const language = guessLanguage(text)
  if (language !== undefined)
    throw new ArgumentError({
      code: 'wrong_dialect',
      field,
      message: `${field} looks like ${language}, and this backend speaks PromQL`,
      fix: `choose a backend that speaks ${language}, or write it in PromQL`,
    })
  const { line, column } = toPosition(text, at)
  throw new ArgumentError({
    field,
    message: `${field} is not PromQL: it breaks at line ${line}, column ${column}`,
    fix: `correct the syntax at line ${line}, column ${column}`,
  })
}

function findError(tree: Tree): number | undefined {
  let at: number | undefined
  tree.iterate({
    enter(node) {
      if (node.type.isError && at === undefined) at = node.from
      return at === undefined
    },
  })
  return at
}

// Line and column of an offset, both counted from 1.
export function toPosition(text: string, offset: number): Readonly<{ line: number; column: number }> {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
