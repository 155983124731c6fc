import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOperation, type OperationDefinition } from '@vedette/proto/operations'
import { effectsOf, STATE_WORDS, type State } from '@vedette/proto/visibility'
import fc from 'fast-check'
import { arbitraryOf } from '../../testing/arbitrary.ts'
import { type RecordedRead, type RecordedWorld, withState } from '../../testing/world.ts'
import { definitionsOf, operationsOf } from '../tools/gate.ts'
import { COMPOSITES, type Composite } from './index.ts'
import { roleOf } from './reader.ts'
import { type Answer, askComposite } from './testing/ask.ts'
import { NOW } from './testing/parts.ts'

// What each composite is asked, where it needs to be told.
const ARGS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  blast_radius: { service: 'checkout' },
  deploy_correlation: { service: 'checkout', namespace: 'shop' },
  fleet_compare: { name: 'checkout' },
  investigate_alert: { id: 'a1', service: 'checkout' },
  investigate_incident: { id: 'i1', service: 'checkout' },
  saturation: { service: 'checkout' },
  workload_triage: { namespace: 'shop', name: 'checkout' },
}

// Words under which a grade may still be given.
const FREE: readonly State[] = ['read', 'empty', 'not_needed', 'not_configured']
// Numbers that claim how many there are, by the operations that they count over.
const KUBERNETES = ['k8s.deployments.list', 'k8s.nodes.list', 'k8s.pods.list']
const GRADED_HEALTH = [
  'alerts.active.list',
  'cloud.service_health.list',
  'errors.issues.search',
  'incidents.list',
  'metrics.targets.list',
  'slos.list',
  'synthetics.tests.list',
  ...KUBERNETES,
]
const CERTIFICATES = ['cloud.certificates.list', 'k8s.certificates.list']
const TRAILS = ['cloud.audit_events.search', 'deploys.list', 'feature_flags.list']
const COUNTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  production_health: { problems_total: GRADED_HEALTH },
  cert_expiry: { total: CERTIFICATES, expired: CERTIFICATES },
  public_exposure: {
    total: ['cloud.buckets.list', 'k8s.services.list'],
    sensitive: ['cloud.databases.list'],
  },
  telemetry_gaps: { total: ['alerts.rules.list', 'logs.volume.get', 'metrics.targets.list'] },
  saturation: { tight: ['k8s.nodes.top', 'k8s.volumes.usage', 'db.connections.get'] },
  node_triage: { bad: ['k8s.nodes.list'], of: ['k8s.nodes.list'] },
  change_timeline: { total: TRAILS, undated: ['deploys.list'] },
  deploy_correlation: { changes_total: TRAILS },
}

function readsOf(operation: OperationDefinition): fc.Arbitrary<readonly RecordedRead[]> {
  const places = operation.scope === 'cluster' ? ['eu-1', 'us-1'] : ['hub']
  return fc.tuple(...places.map((place) => readAt(operation, place)))
}

function readAt(operation: OperationDefinition, place: string): fc.Arbitrary<RecordedRead> {
  const scope =
    operation.scope === 'cluster' ? { cluster: place } : operation.scope === 'account' ? { account: '1' } : {}
  return arbitraryOf(operation.output).map((value) => ({
    operation: operation.id,
    agent: `agent-${place}`,
    scope,
    value,
  }))
}

function worldOf(composite: Composite): fc.Arbitrary<RecordedWorld> {
  const all = definitionsOf(composite.needs).map(readsOf)
  return fc.tuple(...all).map((reads) => ({ now: NOW, reads: reads.flat() }))
}

// Gives some answers of a world another word each.
function withStates(world: RecordedWorld, states: readonly (State | null)[]): RecordedWorld {
  return world.reads.reduce<RecordedWorld>((changed, read, index) => {
    const state = states[index % states.length] ?? null
    if (state === null) return changed
    return withState(changed, read.operation, { state, where: (one) => one.agent === read.agent })
  }, world)
}

async function ask(composite: Composite, world: RecordedWorld) {
  const args = ARGS[composite.id] ?? {}
  return askComposite(composite, { world, args })
}

test('every composite declares operations of the catalogue only, in order and each once a list', () => {
  for (const { id, needs } of COMPOSITES) {
    assert.equal(definitionsOf(needs).length, operationsOf(needs).length, id)
    for (const list of [needs.input ?? [], needs.grading, needs.enriching])
      assert.deepEqual(list, [...new Set(list)].toSorted(), id)
    assert.deepEqual(
      needs.enriching.filter((one) => needs.grading.includes(one)),
      [],
      id,
    )
  }
  const names = COMPOSITES.map((one) => one.id)
  assert.deepEqual(names, names.toSorted())
})

test('over any world, with any words, a composite answers, sealed and within its size', async () => {
  const state = fc.option(fc.constantFrom(...STATE_WORDS), { nil: null })
  for (const composite of COMPOSITES)
    await fc.assert(
      fc.asyncProperty(
        worldOf(composite),
        fc.array(state, { minLength: 1, maxLength: 12 }),
        async (world, states) => {
          const recorded = withStates(world, states)
          const { answer, world: asked, text } = await askOrRefuse(composite, recorded)
          if (answer === null) return
          assert.ok(text.length <= 24_000, `${composite.id}: ${text.length} characters`)
          checkGrade(composite, answer, { recorded, asked: new Set(asked.map((one) => one.operation.id)) })
          checkCounts(composite, answer, recorded)
        },
      ),
      { numRuns: 60 },
    )
})

test('no word of a grading source but the free ones lets a verdict stand', async () => {
  for (const composite of COMPOSITES) {
    const [world] = fc.sample(worldOf(composite), { numRuns: 1, seed: 7 })
    assert.ok(world !== undefined)
    for (const id of composite.needs.grading)
      for (const state of STATE_WORDS) {
        const { answer, world: asked } = await askOrRefuse(composite, withState(world, id, { state }))
        if (answer === null || !asked.some((one) => one.operation.id === id) || FREE.includes(state)) continue
        assert.equal(answer.verdict?.code ?? null, null, `${composite.id}: ${id} ${state}`)
      }
  }
})

test('a gap in any source shows, and one that adds detail never gives a verdict that was withheld', async () => {
  for (const composite of COMPOSITES) {
    const [world] = fc.sample(worldOf(composite), { numRuns: 1, seed: 11 })
    assert.ok(world !== undefined)
    const whole = await askOrRefuse(composite, world)
    for (const id of composite.needs.enriching)
      for (const state of ['truncated', 'forbidden', 'denied_by_policy'] as const) {
        const { answer, world: asked } = await askOrRefuse(composite, withState(world, id, { state }))
        if (answer === null || !asked.some((one) => one.operation.id === id)) continue
        assert.notEqual(answer.visibility, 'full', `${composite.id}: ${id} ${state}`)
        if (whole.answer?.verdict?.code === null) assert.equal(answer.verdict?.code, null)
      }
  }
})

// The best word of each verdict.
const BEST: Readonly<Record<string, string>> = {
  blast_radius: 'contained',
  cert_expiry: 'ok',
  change_timeline: 'nothing_changed',
  deploy_correlation: 'no_change_found',
  fleet_compare: 'same',
  investigate_alert: 'over',
  investigate_incident: 'over',
  node_triage: 'ok',
  production_health: 'ok',
  public_exposure: 'nothing_exposed',
  saturation: 'ok',
  telemetry_gaps: 'no_gap',
  workload_triage: 'healthy',
}

test('losing what adds detail never brings the best word', async () => {
  for (const composite of COMPOSITES) {
    const best = BEST[composite.id]
    assert.ok(best !== undefined, composite.id)
    await fc.assert(
      fc.asyncProperty(
        worldOf(composite),
        fc.constantFrom('timed_out', 'forbidden'),
        async (world, state) => {
          const isDetail = (id: string) => roleOf(composite.needs, id) === 'enriching'
          const poorer = composite.needs.enriching
            .filter(isDetail)
            .reduce((some, id) => withState(some, id, { state }), world)
          const [rich, poor] = await Promise.all([
            askOrRefuse(composite, world),
            askOrRefuse(composite, poorer),
          ])
          if (rich.answer?.verdict?.code === best) return
          assert.notEqual(poor.answer?.verdict?.code ?? null, best, composite.id)
        },
      ),
      { numRuns: 40 },
    )
  }
})

test('with everything blind no composite says anything but that', async () => {
  for (const composite of COMPOSITES) {
    const [world] = fc.sample(worldOf(composite), { numRuns: 1, seed: 3 })
    assert.ok(world !== undefined)
    const blind = world.reads.reduce(
      (some, { operation }) => withState(some, operation, { state: 'timed_out' }),
      world,
    )
    const { answer } = await askOrRefuse(composite, blind)
    assert.equal(answer?.visibility, 'none', composite.id)
    assert.deepEqual(
      Object.keys(answer ?? {}).filter((key) => !ENVELOPE.includes(key)),
      [],
      composite.id,
    )
  }
})

const ENVELOPE = [
  'visibility',
  'line',
  'error',
  'warning',
  'missing',
  'next',
  'coverage',
  'policy',
  'asked',
  'defaulted',
  'window',
  'cost',
  '_sources',
  'scope',
]

// Asks; a name that is nowhere is refused with a typed error, which is an answer too.
async function askOrRefuse(composite: Composite, world: RecordedWorld) {
  try {
    const { answer, world: made, text } = await ask(composite, world)
    return { answer, world: made.asked, text }
  } catch (error) {
    if (error instanceof Error && error.name === 'RoutingError') return { answer: null, world: [], text: '' }
    throw error
  }
}

function checkGrade(
  { id, needs }: Composite,
  answer: Answer,
  { recorded, asked }: Readonly<{ recorded: RecordedWorld; asked: ReadonlySet<string> }>,
): void {
  const gaps = recorded.reads.filter(
    ({ operation, state = 'read' }) =>
      asked.has(operation) &&
      roleOf(needs, operation) === 'grading' &&
      !FREE.includes(state) &&
      effectsOf({ state }).length > 0,
  )
  const names = new Set((answer.verdict?.withheld_because ?? []).map((row) => row.operation))
  if (
    gaps.length > 0 &&
    answer.verdict !== undefined &&
    gaps.every(({ operation }) => isEveryPlaceAsked(operation))
  )
    assert.equal(
      answer.verdict.code,
      null,
      `${id} ${gaps.map((gap) => `${gap.operation} ${gap.state}`).join()} ${[...names].join()}`,
    )
}

// A read that follows another goes to one place only, so a gap elsewhere is not its own.
function isEveryPlaceAsked(operation: string): boolean {
  return findOperation(operation)?.scope !== 'cluster'
}

// A count is exact only where everything that it counts over was read whole: else a bound of 1 or more, or null.
function checkCounts({ id }: Composite, answer: Answer, recorded: RecordedWorld): void {
  if (answer.visibility === 'none') return
  for (const [key, operations] of Object.entries(COUNTS[id] ?? {})) {
    const isCut = recorded.reads.some(
      ({ operation, state = 'read' }) => operations.includes(operation) && effectsOf({ state }).includes('P'),
    )
    if (isCut)
      assert.notEqual(typeof answer[key], 'number', `${id}: ${key} is ${JSON.stringify(answer[key])}`)
    const bound = answer[key] as { at_least?: number } | null | undefined
    if (typeof bound === 'object' && bound !== null) assert.ok((bound.at_least ?? 0) >= 1, `${id}: ${key}`)
  }
}
