import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildUrl } from './encode.ts'

const base = new URL('https://vendor.test/v1')

test('a verb follows a plain colon, and a colon in a text stays encoded', () => {
  assert.equal(
    buildUrl(base, ['projects', { of: 'p:x', verb: 'search' }]).pathname,
    '/v1/projects/p%3Ax:search',
  )
  assert.equal(buildUrl(base, ['projects:search']).pathname, '/v1/projects%3Asearch')
})

test('neither side of a verb leaves its place', () => {
  for (const segment of [
    { of: '../x', verb: 'search' },
    { of: 'x', verb: '../y' },
    { of: 'x', verb: 'a/b' },
  ])
    assert.throws(() => buildUrl(base, [segment]), { name: 'ArgumentError' })
})
