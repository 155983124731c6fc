import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPOSITES, createCompositeTool, createCompositeTools } from '@vedette/control-plane/composites'
import { createToolSurface } from '@vedette/control-plane/tools'
import { createFakeAudit, principal, toolContext } from '../../control-plane/testing/fakes.ts'
import { readIncidents } from './files.ts'
import { createHealthyFleet, toHealthyFleet } from './healthy-fleet.ts'

type Answer = Readonly<{ text: string; visibility: string; line: unknown }>

const LIST_BYTES = 2_000 * 4
const COMPOSITE_BYTES = 4_000 * 4

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function assertSizes(answers: readonly Answer[]): void {
  for (const { text } of answers) {
    assert.ok(text.length <= 24_000)
    const sources = Buffer.byteLength(JSON.stringify(JSON.parse(text)._sources))
    assert.ok(sources <= 4_096, `${sources} bytes of sources`)
    assert.ok(
      sources <= Buffer.byteLength(text) / 5,
      `${sources} of ${Buffer.byteLength(text)} bytes are sources`,
    )
  }
}

async function askAll(): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const incident of readIncidents()) {
    const composite = COMPOSITES.find((one) => one.id === incident.tool)
    assert.ok(composite !== undefined)
    const parts = createHealthyFleet(toHealthyFleet(incident))
    const result = await createCompositeTool(composite, parts).run(
      incident.args,
      toolContext({ principal: principal() }),
    )
    assert.ok(result.kind === 'answer', incident.id)
    answers.push({ text: result.text, visibility: result.visibility, line: JSON.parse(result.text).line })
  }
  return answers
}

test('in a healthy fleet of 30 clusters and 15 accounts at most 10 % of the answers to the corpus are partial', async (t) => {
  const answers = await askAll()
  const partial = answers.filter((one) => one.visibility !== 'full')
  assert.ok(
    partial.length <= answers.length / 10,
    `${partial.length} of ${answers.length}: ${String(partial[0]?.line)}`,
  )
  assertSizes(answers)
  const p95 = percentile(
    answers.map(({ text }) => Buffer.byteLength(text)),
    0.95,
  )
  assert.ok(p95 <= COMPOSITE_BYTES, `95 % of the answers have at most ${p95} bytes`)
  t.diagnostic(`${partial.length} of ${answers.length} partial, p95 ${Math.round(p95 / 4)} tokens`)
})

test('lists of a cluster of that fleet stay within 2,000 tokens', async (t) => {
  const [incident] = readIncidents()
  assert.ok(incident !== undefined)
  const parts = createHealthyFleet(toHealthyFleet(incident))
  const surface = createToolSurface({
    ...parts,
    store: createFakeAudit(),
    extraTools: createCompositeTools(parts),
  })
  t.after(() => surface.close())
  const answers: Answer[] = []
  for (const cluster of ['cluster-1', 'cluster-7', 'cluster-29'])
    for (const args of [{ cluster }, { cluster, problem_only: true }, { cluster, namespace: 'team-1' }]) {
      const result = await surface.call('k8s_pods_list', args, toolContext({ principal: principal() }))
      assert.ok(result.kind === 'answer')
      answers.push({ text: result.text, visibility: result.visibility, line: null })
    }
  assertSizes(answers)
  const p95 = percentile(
    answers.map(({ text }) => Buffer.byteLength(text)),
    0.95,
  )
  assert.ok(p95 <= LIST_BYTES, `95 % of the lists have at most ${p95} bytes`)
  t.diagnostic(`p95 ${Math.round(p95 / 4)} tokens`)
})
