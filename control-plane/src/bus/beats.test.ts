import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createBeatReader } from './beats.ts'

const SUBJECT = 'v1.agent.ag_1.beat'
const BASE = {
  type: 'vedette.v1.beat',
  agent: 'ag_1',
  incarnation: 'inc-1',
  identity: { kind: 'host', id: 'machine é 1' },
  sequence: 1,
  pings: { r1: 'n1', r2: 'n2' },
  digest: 'sha256:abc=',
  sent_at: 1_890_000_000_000,
}
const PLAIN = { ...BASE, identity: { kind: 'host', id: 'machine-1' } }

function read(texts: readonly string[], replica = 'r1') {
  const reader = createBeatReader(replica)
  return texts.map((text) => {
    try {
      return reader(SUBJECT, Buffer.from(text))
    } catch {
      return null
    }
  })
}

test("the next beat of a known process takes the short way and keeps our own replica's nonce", () => {
  const [first, second] = read([
    JSON.stringify(PLAIN),
    JSON.stringify({ ...PLAIN, sequence: 2, pings: { r1: 'n9', r2: 'n2' }, sent_at: 1_890_000_010_000 }),
  ])
  assert.equal(first?.short, false)
  assert.equal(second?.short, true)
  assert.deepEqual(second?.beat, { ...PLAIN, sequence: 2, pings: { r1: 'n9' }, sent_at: 1_890_000_010_000 })
})

test('a beat without pings, or without ours, echoes nothing', () => {
  const texts = [PLAIN, { ...PLAIN, pings: {} }, { ...PLAIN, pings: { r2: 'r1' } }].map((one) =>
    JSON.stringify(one),
  )
  const [, none, other] = read(texts)
  assert.equal(none?.short, true)
  assert.deepEqual(none?.beat.pings, {})
  assert.equal(other?.short, true)
  assert.deepEqual(other?.beat.pings, {})
})

test('whatever is not exactly a beat of the known process is read in full, and judged in full', () => {
  const good = JSON.stringify(PLAIN)
  const odd = [
    JSON.stringify({ ...PLAIN, leaving: true }),
    JSON.stringify({ ...PLAIN, incarnation: 'inc-2' }),
    JSON.stringify({ ...PLAIN, extra: 1 }),
    JSON.stringify(PLAIN, null, 1),
  ]
  for (const text of odd) assert.equal(read([good, text])[1]?.short, false, text)
  const bad = [
    `${good} x`,
    good.slice(0, -1),
    good.replace('"sequence":1', '"sequence":01'),
    good.replace('"sequence":1', '"sequence":-1'),
    good.replace('"sequence":1', '"sequence":1.5'),
    good.replace('"sequence":1', '"sequence":1e400'),
    good.replace('"n1"', '7'),
    good.replace('"n2"}', '"n2",}'),
    good.replace('"n2"}', '"n2","r2":"n2"}'),
    good.replace('"n2"}', '"n2","r1":"n3"}'),
    good.replace('sha256:abc=', 'x'.repeat(129)),
    good.replace('vedette.v1.beat', 'vedette.v2.beat'),
    '{}',
    '',
    'null',
  ]
  for (const text of bad) assert.equal(read([good, text])[1], null, text)
})

test('the short way never reads what the full way would read otherwise', () => {
  const token = fc.stringMatching(/^[\w-]{1,12}$/)
  const change = fc.record({
    sequence: fc.nat(),
    pings: fc.dictionary(fc.oneof(token, fc.constant('r1')), token, { maxKeys: 4 }),
    digest: fc.oneof(token, fc.string({ maxLength: 8 })),
    sent_at: fc.oneof(fc.nat(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  })
  const cut = fc.record({ at: fc.nat(400), text: fc.string({ maxLength: 3 }), drop: fc.nat(3) })
  fc.assert(
    fc.property(change, fc.option(cut, { freq: 2 }), (changed, mutation) => {
      const whole = JSON.stringify({ ...PLAIN, ...changed })
      const place = mutation === null ? 0 : mutation.at % whole.length
      const text =
        mutation === null ? whole : whole.slice(0, place) + mutation.text + whole.slice(place + mutation.drop)
      const [, short] = read([JSON.stringify(PLAIN), text])
      const [full] = read([text])
      if (short === null || full === null || short === undefined || full === undefined) {
        assert.equal(short, full)
        return
      }
      const { pings: ours, ...rest } = short.beat
      const { pings: theirs, ...expected } = full.beat
      assert.deepEqual(rest, expected)
      assert.equal(ours['r1'], theirs['r1'])
    }),
    { numRuns: 2_000 },
  )
})

test('names beyond ASCII go the full way and are read right', () => {
  const [first, second] = read([JSON.stringify(BASE), JSON.stringify({ ...BASE, sequence: 2 })])
  assert.equal(first?.beat.identity.id, 'machine é 1')
  assert.equal(second?.beat.sequence, 2)
  assert.equal(second?.short, false)
})
