import { ArgumentError } from '@vedette/proto/connector'
import { type Matcher, renderMatchers } from './matchers.ts'
import type { ParsedExpression } from './parse.ts'
import { decodeString, encodeString } from './strings.ts'

type Edit = Readonly<{ from: number; to: number; text: string }>

// The text that goes to the backend: comments dropped, strings written anew, and `enforced` added to every
// selector. Matchers are added, never compared with those that stand there, so a caller can only narrow.
// Throws ArgumentError for strings that cannot be read and, with `enforced`, for functions that read beyond selectors.
export function scopeExpression(parsed: ParsedExpression, enforced: readonly Matcher[] = []): string {
  const added = renderMatchers(enforced)
  const edits: Edit[] = []
  parsed.tree.iterate({
    enter(node) {
      if (node.name === 'LineComment') edits.push({ from: node.from, to: node.to, text: ' ' })
      if (node.name === 'StringLiteral') edits.push(rewriteString(parsed.text, node))
      if (enforced.length === 0) return
      if (node.name === 'Info') throw refuseInfo()
      if (node.name !== 'VectorSelector') return
      const braces = node.node.getChild('LabelMatchers')
      if (braces === null) edits.push({ from: node.to, to: node.to, text: `{${added}}` })
      else {
        const separator = braces.firstChild === null ? '' : ','
        edits.push({ from: braces.from + 1, to: braces.from + 1, text: `${added}${separator}` })
      }
    },
  })
  return applyEdits(parsed.text, edits)
}

function rewriteString(text: string, node: Readonly<{ from: number; to: number }>): Edit {
  const value = decodeString(text.slice(node.from, node.to))
  if (value === undefined)
    throw new ArgumentError({
      field: 'expr',
      message: `expr holds a string with an unknown escape at character ${node.from + 1}`,
      fix: 'write the characters themselves, or escapes such as \\n, \\" and \\u00e9',
    })
  return { from: node.from, to: node.to, text: encodeString(value, 'expr') }
}

function refuseInfo(): ArgumentError {
  return new ArgumentError({
    field: 'expr',
    message: 'info() reads series beyond its selectors, and this backend is narrowed by its configuration',
    fix: 'join the labels with group_left instead',
  })
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = edits.toSorted((a, b) => a.from - b.from)
  let done = 0
  let out = ''
  for (const edit of ordered) {
    out += text.slice(done, edit.from) + edit.text
    done = edit.to
  }
  return (out + text.slice(done)).trim()
}
