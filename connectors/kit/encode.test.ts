import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  ANY,
  buildUrl,
  checkSegment,
  ENDING_SLASH,
  SEGMENTS,
  type SegmentKind,
  SLASH,
  splitSegments,
} from './encode.ts'

const EVIL = [
  '',
  '.',
  '..',
  '../x',
  '..%2f',
  '%2e%2e',
  'a/b',
  'a\\b',
  'a\0',
  'a?b',
  'a#b',
  'a;b',
  '\r\n',
  'a'.repeat(300),
]

for (const kind of Object.keys(SEGMENTS) as SegmentKind[]) {
  test(`a ${kind} segment admits nothing that could leave its place`, () => {
    for (const text of EVIL) {
      assert.throws(
        () => checkSegment(kind, text, 'trace_id'),
        { name: 'ArgumentError', field: 'trace_id' },
        text,
      )
    }
  })
}

test('each kind admits what it is for', () => {
  const good: [SegmentKind, string][] = [
    ['text', 'até logo: 1+1'],
    ['name', 'web-0.prod'],
    ['identifier', '__name__'],
    ['hex', '4bf92f3577b34da6'],
    ['integer', '42'],
    ['uuid', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ]
  for (const [kind, text] of good) assert.equal(checkSegment(kind, text, 'x'), text)
})

test('whatever the segments and values are, the URL keeps the base and the values come back unchanged', () => {
  const base = new URL('https://vendor.test:8443/base/')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (segment, value) => {
      let url: URL
      try {
        url = buildUrl(base, ['api', segment], { q: value })
      } catch (error) {
        return (error as Error).name === 'ArgumentError'
      }
      assert.equal(url.origin, base.origin)
      assert.equal(url.pathname.split('/').length, 4)
      assert.equal(decodeURIComponent(url.pathname.split('/')[3] ?? ''), segment)
      assert.equal(url.searchParams.get('q'), value.toWellFormed())
      return url.hash === ''
    }),
    { numRuns: 2000 },
  )
})

test('a slash as a whole name is written by a connector only, and never comes from a text', () => {
  const base = new URL('https://vendor.test')
  assert.equal(buildUrl(base, ['queues', SLASH, 'a']).pathname, '/queues/%2F/a')
  for (const text of ['/', '%2F', '[object Object]'])
    assert.throws(() => buildUrl(base, ['queues', text]), { name: 'ArgumentError' })
})

test('texts that are joined stay one element, and none of them can leave it', () => {
  const base = new URL('https://vendor.test')
  const joined = splitSegments('acme/shop-co', 'repo')
  assert.equal(buildUrl(base, ['projects', { joined }, 'x']).pathname, '/projects/acme%2Fshop-co/x')
  for (const text of ['a/../b', 'a//b', '/a', 'a/', 'a/..%2fb', 'a/b;c', 'a/b?c', 'a/b#c', 'a/\0'])
    assert.throws(() => splitSegments(text, 'repo'), { name: 'ArgumentError', field: 'repo' }, text)
  assert.throws(() => buildUrl(base, [{ joined: ['a', '..'] }]), { name: 'ArgumentError' })
})

test('a slash at the end is written by a connector only, and an empty text is still refused', () => {
  const base = new URL('https://vendor.test')
  assert.equal(buildUrl(base, ['issues', ENDING_SLASH]).pathname, '/issues/')
  assert.throws(() => buildUrl(base, ['issues', '']), { name: 'ArgumentError' })
})

test('everything is asked for by a connector only, and never by a text', () => {
  const base = new URL('https://vendor.test')
  assert.equal(buildUrl(base, ['can-i', 'get', ANY, ANY]).pathname, '/can-i/get/*/*')
  for (const text of ['*', '%2A']) assert.throws(() => buildUrl(base, [text]), { name: 'ArgumentError' })
})
