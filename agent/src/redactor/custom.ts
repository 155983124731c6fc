import { RE2JS } from 're2js'
import type { Hit } from './detect/hit.ts'
import { toKindIndex } from './detect/tables.ts'

// A pattern of the customer's own, by name.
export type CustomPattern = Readonly<{ name: string; pattern: string }>

const MAX_SIZE = 500
const MAX_PROGRAM = 2000

// Why a pattern cannot be used, or null when it can: it must fit 500 characters and a linear engine.
export function explainRefusal({ name, pattern }: CustomPattern): string | null {
  if (pattern.length === 0) return `${name} is empty`
  if (pattern.length > MAX_SIZE) return `${name} has ${pattern.length} characters; ${MAX_SIZE} are the most`
  const compiled = compile(pattern)
  if (compiled === null)
    return `${name} is not a pattern of the linear engine (RE2): no look-around, no back-references`
  if (compiled.programSize() > MAX_PROGRAM)
    return `${name} repeats too much: make its counted repetitions smaller`
  return compiled.matcher('').find() ? `${name} matches the empty text` : null
}

function compile(pattern: string): RE2JS | null {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return null
  }
}

const CUSTOM = toKindIndex('custom')

// Finds what customers' own patterns match; throws TypeError for a pattern that `explainRefusal` refuses.
export function createCustomFinder(patterns: readonly CustomPattern[]): (text: string) => readonly Hit[] {
  const compiled = patterns.map((one) => {
    const refusal = explainRefusal(one)
    if (refusal !== null) throw new TypeError(refusal)
    return { name: one.name, expression: RE2JS.compile(one.pattern) }
  })
  return (text) =>
    compiled.flatMap(({ name, expression }) => {
      const matcher = expression.matcher(text)
      const hits: Hit[] = []
      while (matcher.find())
        if (matcher.end() > matcher.start())
          hits.push({
            start: matcher.start(),
            end: matcher.end(),
            kind: CUSTOM,
            rule: `custom pattern ${name}`,
          })
      return hits
    })
}
