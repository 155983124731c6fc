import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fixture } from './fixtures.ts'
import { countIdentity } from './later-faults.ts'

const WHO = 'GET /whoami '

function trailsOf(paths: readonly (readonly string[])[]) {
  // Only the object itself stands for a fixture here.
  const fixtures = paths.map((_, at) => ({ name: `case-${at}` }) as Fixture)
  return { fixtures, trails: new Map(fixtures.map((fixture, at) => [fixture, paths[at] ?? []])) }
}

test('the beginning that half of all operations share is the proof of identity, and what follows is their own', () => {
  const { fixtures, trails } = trailsOf([
    [WHO, 'GET /disks '],
    [WHO, 'GET /hosts ', 'GET /hosts/1 '],
    [WHO],
    ['GET /version '],
  ])
  assert.deepEqual(
    fixtures.map((fixture) => countIdentity(fixture, trails)),
    [1, 1, 1, 0],
  )
})

test('two operations that begin alike prove no identity', () => {
  const { fixtures, trails } = trailsOf([
    [WHO, 'GET /disks '],
    [WHO, 'GET /hosts '],
  ])
  assert.deepEqual(
    fixtures.map((fixture) => countIdentity(fixture, trails)),
    [0, 0],
  )
})
