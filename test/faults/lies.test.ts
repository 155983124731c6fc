import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPOSITES, createCompositeTool, type createCompositeTools } from '@vedette/control-plane/composites'
import type { Dispatch, ReadResult } from '@vedette/control-plane/dispatch'
import type { Fleet } from '@vedette/control-plane/fleet'
import { runTrials } from './lab/run.ts'
import type { Plants } from './lab/stage.ts'

/** Wrong answers that a planted lie gives, within as many trials as a run of the laboratory has. */
async function countWrong(plants: Plants): Promise<number> {
  const tally = await runTrials({ seed: 77, trials: 500, plants, until: ({ wrong }) => wrong > 0 })
  return tally.wrong
}

type Composites = typeof createCompositeTools

/** The composites with one literal changed. */
function withHealth(
  change: (composite: (typeof COMPOSITES)[number]) => (typeof COMPOSITES)[number],
): Composites {
  return (parts) =>
    COMPOSITES.map((one) => createCompositeTool(one.id === 'production_health' ? change(one) : one, parts))
}

/** Every null and every lower bound as a plain number: what was not read reads as zero. */
function zeroed(value: unknown): unknown {
  if (value === null) return 0
  if (Array.isArray(value)) return value.map(zeroed)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, zeroed(one)]))
}

test('the same trials without a lie give no wrong answer', async () => {
  const tally = await runTrials({ seed: 77, trials: 60 })
  assert.equal(tally.wrong, 0)
})

test('a connector that makes an empty list of 401 is caught', async () => {
  assert.ok((await countWrong({ connectors: ['unauthorized_as_empty'] })) > 0)
})

test('a connector that gives a first page for the whole list is caught', async () => {
  assert.ok((await countWrong({ connectors: ['first_page_as_whole'] })) > 0)
})

test('a connector that leaves out the namespace it may not read is caught', async () => {
  assert.ok((await countWrong({ connectors: ['failed_namespace_left_out'] })) > 0)
})

test('a tool that writes 0 for a count that was not read is caught', async () => {
  const composites = withHealth((health) => ({
    ...health,
    run: async (reader, asked) => {
      const found = await health.run(reader, asked)
      const { by_scope, looked_fine } = found.body
      return {
        ...found,
        body: { ...found.body, by_scope: zeroed(by_scope), looked_fine: zeroed(looked_fine) },
      }
    },
  }))
  assert.ok((await countWrong({ composites })) > 0)
})

test('a composite that grades with a truncated, denied or blind grading source is caught', async () => {
  const composites = withHealth((health) => {
    const [first = '', ...rest] = health.needs.grading
    return {
      ...health,
      needs: { ...health.needs, grading: [first], enriching: [...health.needs.enriching, ...rest] },
    }
  })
  assert.ok((await countWrong({ composites })) > 0)
})

test('a dispatch that drops offline agents from the planned set is caught', async () => {
  const dispatchFleet = (fleet: Fleet): Fleet => ({
    ...fleet,
    agents: (organisation) => fleet.agents(organisation).filter((agent) => agent.status === 'connected'),
  })
  assert.ok((await countWrong({ dispatchFleet })) > 0)
})

test('a seal that loses one source is caught', async () => {
  const dropLast = (read: ReadResult): ReadResult => ({
    ...read,
    instances: read.instances.length < 2 ? read.instances : read.instances.slice(0, -1),
  })
  const dispatch =
    (real: Dispatch): Dispatch =>
    async (requests, context) =>
      (await real(requests, context)).map(dropLast)
  assert.ok((await countWrong({ dispatch })) > 0)
})
