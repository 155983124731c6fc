import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPOSITES, type Composite, createCompositeTool } from '@vedette/control-plane/composites'
import { findOperation } from '@vedette/proto/operations'
import fc from 'fast-check'
import { arbitraryOf } from '../../control-plane/testing/arbitrary.ts'
import { principal, toolContext } from '../../control-plane/testing/fakes.ts'
import { createWorld, type RecordedRead, type RecordedWorld } from '../../control-plane/testing/world.ts'
import { readIncidents } from './files.ts'
import { NOW } from './parts.ts'
import { SHAPES } from './shapes.ts'
import { STAGED } from './staged.ts'

const MAX_WORLDS = 500

/** Worlds of two clusters in which every operation answers, with few names, so that rows speak of the same things. */
function worldsOf(composite: Composite): readonly (readonly RecordedRead[])[] {
  const reads = operationsOf(composite).flatMap((operation) => {
    const places = operation.scope === 'cluster' ? ['eu-1', 'us-1'] : ['hub']
    return places.map((place) =>
      arbitraryOf(operation.output).map(
        (value): RecordedRead => ({
          operation: operation.id,
          agent: `agent-${place}`,
          scope: operation.scope === 'cluster' ? { cluster: place } : {},
          value,
        }),
      ),
    )
  })
  return fc.sample(fc.tuple(...reads), { numRuns: MAX_WORLDS, seed: 20_300_115 })
}

/** Every path of a value under which something stands; rows of a table count as objects, items of a list as one path. */
function collect(value: unknown, path: string, found: Set<string>): void {
  const isTable = typeof value === 'object' && value !== null && 'cols' in value && 'rows' in value
  if (isTable) {
    const { cols, rows, ...rest } = value as { cols: string[]; rows: unknown[][] } // tables stand so
    for (const row of rows)
      for (const [at, cell] of row.entries()) collect(cell, `${path}.${cols[at]}`, found)
    collect(rest, path, found)
  } else if (Array.isArray(value)) for (const item of value) collect(item, path, found)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      collect(item, path === '' ? key : `${path}.${key}`, found)
  } else if (value !== null && value !== undefined) found.add(path)
}

const isSeen = (declared: string, found: ReadonlySet<string>) =>
  found.has(declared) || [...found].some((path) => path.startsWith(`${declared}.`))

function operationsOf({ needs }: Composite) {
  const ids = new Set([...(needs.input ?? []), ...needs.grading, ...needs.enriching])
  return [...ids].flatMap((id) => findOperation(id) ?? [])
}

/** What a client would read; null where the question was refused. */
async function ask(composite: Composite, world: RecordedWorld, args: Readonly<Record<string, unknown>>) {
  try {
    const result = await createCompositeTool(composite, createWorld(world)).run(
      args,
      toolContext({ principal: principal() }),
    )
    return result.kind === 'answer' ? (JSON.parse(result.text) as unknown) : null
  } catch (error) {
    if (error instanceof Error && error.name === 'RoutingError') return null
    throw error
  }
}

/** Recorded incidents, worlds that are set up, and worlds by chance, in this order. */
function* toQuestions(composite: Composite, args: Readonly<Record<string, unknown>>) {
  for (const { tool, world, args: own } of readIncidents())
    if (tool === composite.id) yield { world, args: own }
  for (const { reads, args: own } of STAGED[composite.id] ?? [])
    yield { world: { now: NOW, reads }, args: own }
  for (const reads of worldsOf(composite)) yield { world: { now: NOW, reads }, args }
}

test('every composite declares the shape of its answer', () => {
  assert.deepEqual(
    Object.keys(SHAPES),
    COMPOSITES.map((one) => one.id),
  )
})

for (const composite of COMPOSITES)
  test(`every field that ${composite.id} declares has a value in some world`, async () => {
    const declared = SHAPES[composite.id]
    assert.ok(declared !== undefined)
    const found = new Set<string>()
    let missing = declared.paths
    for (const { world, args } of toQuestions(composite, declared.args)) {
      collect(await ask(composite, world, args), '', found)
      missing = missing.filter((path) => !isSeen(path, found))
      if (missing.length === 0) break
    }
    assert.deepEqual(missing, [])
  })
