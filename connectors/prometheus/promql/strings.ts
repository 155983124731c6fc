import { ArgumentError } from '@vedette/proto/connector'

// Writes a string literal that PromQL reads back as exactly this text. Throws ArgumentError for text that is not
// well-formed Unicode, which no backend could hold.
export function encodeString(text: string, field = 'match'): string {
  if (!text.isWellFormed())
    throw new ArgumentError({
      field,
      message: `${field} holds half of a surrogate pair`,
      fix: 'send well-formed Unicode text',
    })
  return JSON.stringify(text)
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
  "'": "'",
})

const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([\s\S]))/g

// The text that a PromQL string literal stands for, or undefined when its escapes are not valid ones or build
// single bytes above 0x7f.
export function decodeString(literal: string): string | undefined {
  const body = literal.slice(1, -1)
  if (literal.startsWith('`')) return body
  let valid = true
  const text = body.replace(ESCAPE, (_, hex, short, long, octal, simple) => {
    const decoded = simple === undefined ? decodeCode({ hex, short, long, octal }) : SIMPLE[simple]
    if (decoded === undefined) valid = false
    return decoded ?? ''
  })
  return valid ? text : undefined
}

type Codes = Readonly<Record<'hex' | 'short' | 'long' | 'octal', string | undefined>>

function decodeCode({ hex, short, long, octal }: Codes): string | undefined {
  const byte = hex === undefined ? Number.parseInt(octal ?? 'ffff', 8) : Number.parseInt(hex, 16)
  const rune = Number.parseInt(short ?? long ?? '-1', 16)
  if (rune >= 0)
    return rune > 0x10ffff || (rune >= 0xd800 && rune <= 0xdfff) ? undefined : String.fromCodePoint(rune)
  return byte <= 0x7f ? String.fromCharCode(byte) : undefined
}
