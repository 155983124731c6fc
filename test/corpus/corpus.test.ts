import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIncidents } from './files.ts'
import { createIncidents } from './generate.ts'
import { CAUSES } from './incident.ts'
import { isHeldOut, type Scored, scoreIncident, toFigures } from './score.ts'

const incidents = readIncidents()
const scored: Scored[] = []
for (const incident of incidents) scored.push(await scoreIncident(incident))

test('the corpus is what its generator makes, and as mixed as it claims', () => {
  assert.deepEqual(incidents, createIncidents())
  assert.ok(incidents.length >= 60)
  const third = incidents.length / 3
  assert.ok(incidents.filter(({ label }) => label.cause === null).length >= third)
  assert.ok(incidents.filter(({ label }) => label.herring !== null).length >= third)
  const kinds = new Set(incidents.flatMap(({ label }) => label.cause?.kinds ?? []))
  assert.deepEqual([...kinds].sort(), [...CAUSES].sort())
  assert.ok(incidents.some(({ label }) => label.unread.length > 0))
})

test('the cause is among the first three suspects for 90 % of the incidents that show one', () => {
  assert.ok(toFigures(scored).cause_in_three >= 0.9)
  assert.ok(toFigures(scored.filter(({ incident }) => isHeldOut(incident))).cause_in_three >= 0.9)
})

test('a wrong suspect is called likely in 5 % of the incidents at most', () => {
  const wrong = scored.filter((one) => one.isWrongLikely).map(({ incident }) => incident.story)
  assert.ok(wrong.length / scored.length <= 0.05, wrong.join('; '))
  assert.ok(toFigures(scored.filter(({ incident }) => isHeldOut(incident))).wrong_likely <= 0.05)
})

test('no change is never said to be found while a declared source of changes was not read', () => {
  assert.deepEqual(
    scored.filter((one) => one.isBlindClaim).map(({ incident }) => incident.id),
    [],
  )
})

test('every answer to the corpus keeps its size and the account of its sources', () => {
  for (const { incident, characters, sources_bytes } of scored) {
    assert.ok(characters <= 24_000, incident.id)
    assert.ok(
      sources_bytes <= 4_096 && sources_bytes <= characters / 5,
      `${incident.id}: ${sources_bytes} of ${characters}`,
    )
  }
})
