import assert from 'node:assert/strict'
import test from 'node:test'
import { blank, findImports } from './scan.ts'

test('imports of every form are found with their lines', () => {
  const text = [
    "import a from 'a'",
    "import type { B } from 'b'",
    'import {',
    '  c,',
    '  type D,',
    "} from 'c'",
    "import 'd'",
    "export * from 'e'",
    "export { f } from 'f'",
    "export type { G } from 'g'",
    "const h = await import('h')",
    "const i = require('i')",
    "import * as j from 'j'; import k, { l } from 'k'",
    'export const m = 1',
    "const n = Array.from('x')",
  ].join('\n')
  assert.deepEqual(
    findImports(text).map(({ specifier, line }) => `${line} ${specifier}`),
    ['1 a', '2 b', '3 c', '7 d', '8 e', '9 f', '10 g', '13 j', '13 k', '11 h', '12 i'],
  )
  assert.deepEqual(
    findImports(text).flatMap(({ specifier, isTypeOnly }) => (isTypeOnly ? [specifier] : [])),
    ['b', 'g'],
  )
})

test('comments, templates and regular expressions are blanked and positions stay', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text that holds a template
  const text = 'a/*x*/b// y\nconst r = /[/"]`/g; c(`t${d}u${`v${e}`}w`); "s" / 2 / f'
  const blanked = blank(text, { keepStrings: false })
  assert.equal(blanked.length, text.length)
  assert.equal(blanked.replaceAll(/ +/g, ' '), 'a b \nconst r = g; c(` {d} {` {e}`} `); " " / 2 / f')
})

test('a quote inside a regular expression does not hide the import after it', () => {
  assert.deepEqual(
    findImports("const quote = /['`]/\nimport x from 'x'").map(({ specifier }) => specifier),
    ['x'],
  )
})
