import { ArgumentError } from '@vedette/proto/connector'

// Writes a string literal that LogQL reads back as exactly this text. Throws ArgumentError for text that is not
// well-formed Unicode, which no backend could hold.
export function encodeString(text: string, field = 'query'): string {
  if (text.isWellFormed()) return JSON.stringify(text)
  throw new ArgumentError({
    field,
    message: `${field} holds half of a surrogate pair`,
    fix: 'send well-formed Unicode text',
  })
}

const SIMPLE: Readonly<Record<string, string>> = Object.freeze({
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
})
const ESCAPE = /\\(?:x([0-7][0-9a-fA-F])|u([0-9a-fA-F]{4})|([\s\S]))/g

// The text that a literal of LogQL stands for, or undefined when its escapes are not those that this file writes.
export function decodeString(literal: string): string | undefined {
  const body = literal.slice(1, -1)
  if (literal.startsWith('`')) return body
  let isValid = true
  const text = body.replace(ESCAPE, (_, hex?: string, code?: string, simple?: string) => {
    const point = Number.parseInt(hex ?? code ?? '0', 16)
    const isHalf = code !== undefined && point >= 0xd800 && point <= 0xdfff
    const decoded = simple === undefined ? String.fromCharCode(point) : SIMPLE[simple]
    if (decoded === undefined || isHalf) isValid = false
    return decoded ?? ''
  })
  return isValid ? text : undefined
}
