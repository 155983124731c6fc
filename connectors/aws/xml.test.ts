import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkXml } from './xml.ts'

const whyOf = (text: string): string | undefined => {
  try {
    checkXml(new TextEncoder().encode(text))
    return undefined
  } catch (error) {
    return (error as { carried: { why: string } }).carried.why
  }
}

test('a whole document passes, whatever declaration and empty elements it has', () => {
  for (const text of ['<A/>', '<?xml version="1.0"?>\n<A><b x="1"/><c>t</c></A>', '<A>\n</A>\n'])
    assert.equal(whyOf(text), undefined, text)
})

test('pages, cut documents and deep ones are told apart', () => {
  assert.equal(whyOf(''), 'unparseable')
  assert.equal(whyOf('<A><b>'), 'unparseable')
  assert.equal(whyOf('<A></A></A>'), 'unparseable')
  assert.equal(whyOf('<A><b'), 'unparseable')
  assert.equal(whyOf('{"a":1}'), 'unexpected_kind')
  assert.equal(whyOf('<!doctype html><html></html>'), 'unexpected_kind')
  assert.equal(whyOf('<html><body/></html>'), 'unexpected_kind')
  assert.equal(whyOf('<A><!-- x --></A>'), 'unexpected_kind')
  assert.equal(whyOf('<a>'.repeat(70)), 'too_large')
})
