import { gzipSync } from 'node:zlib'
import type { Sample } from './values/index.ts'

/** What a value is carried in, and the forms of it that must not be seen afterwards. */
export type Carried = {
  readonly input: unknown
  readonly forms: readonly string[]
  readonly mode?: 'protocol'
}
export type Carrier = { readonly name: string; readonly carry: (parts: Parts) => Carried | null }

/** A sample taken apart: the text with its context, the value, its key, and the structure around it. */
export type Parts = {
  readonly text: string
  readonly value: string
  readonly key: string
  readonly seen: string
  readonly object: unknown
}

export function toParts({ value, before = '', key = 'field', core = value, object }: Sample): Parts {
  const text = object === undefined ? before + value : JSON.stringify(object)
  return { text, value, key, seen: core, object: object ?? { [key]: value } }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
const each = (text: string, write: (code: number) => string) =>
  [...text].map((one) => write(one.charCodeAt(0))).join('')
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')
// A block stands for the whole text; characters are escaped one by one, so the value's own stay apart.
const encoded = (name: string, of: 'block' | 'characters', write: (text: string) => string): Carrier => ({
  name,
  carry({ text, seen }) {
    const form = write(text)
    return {
      input: { payload: `got ${form} back` },
      forms: [of === 'block' ? form : write(seen), seen],
    }
  },
})
const plain = (name: string, write: (parts: Parts) => unknown): Carrier => ({
  name,
  carry: (parts) => ({ input: write(parts), forms: [parts.seen] }),
})

/** Whether the value can stand where a text must be one line without context of its own. */
const isBare = ({ text, value }: Parts) => text === value

export const CARRIERS: readonly Carrier[] = [
  plain('plain text', ({ text }) => `started ${text} end`),
  plain('JSON value', ({ object }) => object),
  plain('JSON key', ({ text }) => ({ [text]: 1 })),
  {
    name: 'JSON number',
    carry: ({ value, key, seen }) =>
      /^[1-9]\d{5,15}$/.test(value) ? { input: { [key]: Number(value) }, forms: [seen] } : null,
  },
  plain('JSON in JSON', ({ object }) => ({ line: JSON.stringify(object) })),
  plain('JSON in JSON in JSON', ({ object }) => ({ line: JSON.stringify({ log: JSON.stringify(object) }) })),
  plain('escaped JSON in text', ({ object }) =>
    `event ${JSON.stringify(JSON.stringify(object))} done`.slice(0, 100_000),
  ),
  plain('YAML', ({ text, key, value }) =>
    text.startsWith('{')
      ? `note: ${text}`
      : `a: 1\n${key}: ${JSON.stringify(value)}\nnote: ${JSON.stringify(text)}\n`,
  ),
  encoded('base64', 'block', base64),
  encoded('base64 twice', 'block', (text) => base64(base64(text))),
  encoded('base64url', 'block', (text) => Buffer.from(text).toString('base64url')),
  encoded('percent', 'characters', percent),
  encoded('percent twice', 'characters', (text) => encodeURIComponent(encodeURIComponent(text))),
  encoded('HTML', 'characters', (text) => each(text, (code) => `&#${code};`)),
  encoded('\\u', 'characters', (text) => each(text, (code) => `\\u${code.toString(16).padStart(4, '0')}`)),
  encoded('hex', 'block', (text) => Buffer.from(text).toString('hex')),
  encoded('gzip and base64', 'block', (text) => gzipSync(text).toString('base64')),
  plain('annotation', ({ text }) => ({ metadata: { annotations: { 'example.org/note': text } } })),
  plain('label', ({ key, value, text }) => ({
    metadata: { labels: text.startsWith('{') ? { note: text } : { [key]: value } },
  })),
  plain('environment', ({ text }) => ({ env: [{ name: 'NOTE', value: text }] })),
  plain('argument', ({ text }) => ({ args: ['--note', text, `--more=${text}`] })),
  plain('header', ({ text }) => ({
    headers: { 'x-note': text },
    raw: `GET / HTTP/1.1\r\nX-Note: ${text}\r\n`,
  })),
  {
    name: 'URL userinfo',
    carry: (parts) =>
      isBare(parts) || /^[\w.~-]+$/.test(parts.value)
        ? {
            input: `https://user:${encodeURIComponent(parts.seen)}@host.example.org/x`,
            forms: [parts.seen, encodeURIComponent(parts.seen)],
          }
        : null,
  },
  {
    name: 'URL query',
    carry: ({ text, seen }) => ({
      input: `GET https://host.example.org/x?a=1&q=${encodeURIComponent(text)}&b=2`,
      forms: [seen, encodeURIComponent(seen)],
    }),
  },
  plain('error text', ({ text }) => ({ error: `Error: request for ${text} failed with 500` })),
  plain(
    'stack trace',
    ({ text }) => `Error: bad ${text}\n    at run (/app/x.js:1:2)\n    at main (/app/y.js:3:4)`,
  ),
  plain('ConfigMap', ({ text }) => ({
    kind: 'ConfigMap',
    data: { 'app.properties': `a=1\nnote=x ${text}\nb=2\n` },
  })),
  {
    name: 'our own structure',
    carry: ({ text, seen }) => ({
      input: { parts: [{ why: text }], warnings: [text] },
      forms: [seen],
      mode: 'protocol',
    }),
  },
]

const SHARE = 0.75
const SHORT = 5

/** Whether one of the forms, or most of it, is still seen in a text. */
export function isSeen(output: string, forms: readonly string[]): boolean {
  return forms.some((form) => {
    if (output.includes(form) || output.includes(JSON.stringify(form).slice(1, -1))) return true
    const size = Math.max(SHORT, Math.ceil(form.length * SHARE))
    for (let at = 0; at + size <= form.length; at += 1)
      if (output.includes(form.slice(at, at + size))) return true
    return false
  })
}
