import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ToolFault } from './error.ts'
import { parseInstant, toRfc3339, toSpan } from './time.ts'
import { resolveWindow } from './window.ts'

const NOW = Date.UTC(2030, 0, 15, 12, 0, 0)
const at = (written: unknown, zone = 'UTC') => {
  const parsed = parseInstant(written, { now: NOW, zone, field: 'from' })
  return toRfc3339(parsed.at)
}

const READ: readonly (readonly [unknown, string])[] = [
  ['now', '2030-01-15T12:00:00Z'],
  ['-90m', '2030-01-15T10:30:00Z'],
  ['now-1h30m', '2030-01-15T10:30:00Z'],
  ['-2d', '2030-01-13T12:00:00Z'],
  ['2030-01-15T10:00:00Z', '2030-01-15T10:00:00Z'],
  ['2030-01-15T10:00:00.250+02:00', '2030-01-15T08:00:00.250Z'],
  ['2030-01-15T10:00:00-0330', '2030-01-15T13:30:00Z'],
  [1_894_700_000, '2030-01-15T09:33:20Z'],
  ['1894700000', '2030-01-15T09:33:20Z'],
  [1_894_700_000_123, '2030-01-15T09:33:20.123Z'],
]

for (const [written, expected] of READ)
  test(`the time ${JSON.stringify(written)} is read as ${expected}`, () => {
    assert.equal(at(written), expected)
  })

for (const written of [
  'yesterday',
  '2030-02-30',
  '2030-01-15T25:00:00Z',
  '2030-01-15T10:00:99Z',
  '',
  -5,
  {},
  '-5x',
])
  test(`${JSON.stringify(written)} is no time and the error names the field and the forms`, () => {
    assert.throws(
      () => at(written),
      (error) => {
        assert.ok(error instanceof ToolFault)
        assert.equal(error.error.code, 'invalid_argument')
        assert.equal(error.error.field, 'from')
        assert.match(error.error.fix ?? '', /RFC 3339/)
        return true
      },
    )
  })

test('a time without an offset is read in the zone of the organisation and says so', () => {
  const parsed = parseInstant('2030-07-01T09:00', { now: NOW, zone: 'America/Sao_Paulo', field: 'from' })
  assert.equal(toRfc3339(parsed.at), '2030-07-01T12:00:00Z')
  assert.equal(parsed.assumed, 'America/Sao_Paulo')
  const summer = parseInstant('2030-07-01T09:00', { now: NOW, zone: 'Europe/Berlin', field: 'from' })
  assert.equal(toRfc3339(summer.at), '2030-07-01T07:00:00Z')
})

test('around is refused by name, not guessed', () => {
  assert.throws(() => at('around: inc-42'), /not offered by this release/)
})

const bounds = { defaultSeconds: 3600, maxSeconds: 86_400 }

test('a window without ends is the default one and says that it was ours', () => {
  const window = resolveWindow({ from: undefined, to: undefined, bounds, now: NOW, zone: 'UTC' })
  assert.deepEqual(window, {
    from: '2030-01-15T11:00:00Z',
    to: '2030-01-15T12:00:00Z',
    tz: 'UTC',
    asked: '-1h (default) to now (default)',
  })
})

test('a window over the maximum is refused with the earliest start that would do', () => {
  assert.throws(
    () => resolveWindow({ from: '-3d', to: 'now', bounds, now: NOW, zone: 'UTC' }),
    (error) => {
      assert.ok(error instanceof ToolFault)
      assert.equal(error.error.message, 'the window is 3d long; at most 1d')
      assert.equal(error.error.fix, 'set from to 2030-01-14T12:00:00Z or later, or ask in pieces')
      return true
    },
  )
})

test('a window that ends before it starts is refused', () => {
  assert.throws(
    () => resolveWindow({ from: '-1h', to: '-2h', bounds, now: NOW, zone: 'UTC' }),
    /from is not before to/,
  )
})

test('a window never reaches past the present, and a cut end is said', () => {
  const window = resolveWindow({ from: '-1h', to: NOW + 7_200_000, bounds, now: NOW, zone: 'UTC' })
  assert.equal(window.to, '2030-01-15T12:00:00Z')
  assert.equal(window.clipped, 'to is in the future: now was used')
  assert.throws(
    () => resolveWindow({ from: NOW + 1000, to: NOW + 7_200_000, bounds, now: NOW, zone: 'UTC' }),
    /lies in the future/,
  )
})

test('an end between a rounded now and the present is no future, and stays as it was asked', () => {
  const asked = { from: '-1h', bounds, now: NOW - 10_000, present: NOW, zone: 'UTC' }
  const window = resolveWindow({ ...asked, to: NOW - 3_000 })
  assert.deepEqual([window.to, window.clipped], ['2030-01-15T11:59:57Z', undefined])
  const later = resolveWindow({ ...asked, to: NOW + 1_000 })
  assert.deepEqual([later.to, later.clipped], ['2030-01-15T11:59:50Z', 'to is in the future: now was used'])
})

test('a naive start marks the window with the zone that was assumed', () => {
  const window = resolveWindow({ from: '2030-01-15 11:30', to: undefined, bounds, now: NOW, zone: 'UTC' })
  assert.equal(window.assumed_zone, 'UTC')
})

test('spans are written in their largest whole unit', () => {
  assert.deepEqual([60, 90, 5400, 7200, 172_800].map(toSpan), ['1m', '90s', '90m', '2h', '2d'])
})
