import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS } from '@vedette/proto/operations'
import {
  agentView,
  connectorState,
  createClockAtNow,
  createFakeAudit,
  createFakeFleet,
  principal,
  toolContext,
} from '../../testing/fakes.ts'
import type { CallRequest } from '../bus/types.ts'
import { createDispatch } from '../dispatch/index.ts'
import { createToolSurface } from '../tools/index.ts'
import { createCompositeTools } from './index.ts'

const IDS = OPERATIONS.map(({ id }) => id)

// An agent whose policy denies these and which serves the rest of the catalogue.
function denying(denied: readonly string[]) {
  const rest = IDS.filter((id) => !denied.includes(id))
  const rules = denied.map((id) => ({ id, rule: `rule-of-${id}` }))
  return [agentView('web-1', [connectorState('vendor', rest, { denied: rules })])]
}

function setUp() {
  const clock = createClockAtNow()
  const fleet = createFakeFleet(denying(IDS))
  const asked: CallRequest[] = []
  const dispatch = createDispatch({
    fleet,
    clock,
    tick_ms: 1000,
    callAgent: async (request) => {
      asked.push(request)
      return { kind: 'lost', part: { scope: {}, state: 'upstream_failed' } }
    },
  })
  const surface = createToolSurface({
    fleet,
    dispatch,
    clock,
    store: createFakeAudit(),
    extraTools: createCompositeTools({ fleet, dispatch, clock }),
  })
  const context = toolContext({ principal: principal({ mode: 'auto' }) })
  return { surface, asked, fleet, call: (name: string, args: unknown) => surface.call(name, args, context) }
}

// Every way in which a session may name a tool, by itself and through the tool that calls others.
function waysOf(name: string): readonly (readonly [name: string, args: unknown])[] {
  const spelt = [
    name,
    name.toUpperCase(),
    name.replaceAll('_', '.'),
    [...name].join('\u200b'),
    ` ${name}`,
    name.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  ]
  return spelt.flatMap((one) => [[one, {}] as const, ['call_tool', { name: one, arguments: {} }] as const])
}

test('with everything denied no tool, composite or wrapper asks anything, and each says that policy denies it', async () => {
  const { surface, asked, call } = setUp()
  const tools = surface.all.filter((tool) => tool.needs !== null)
  assert.ok(tools.length > 250)
  for (const { name } of tools)
    for (const [written, args] of waysOf(name)) {
      const result = await call(written, args)
      const said = result.kind === 'error' ? result.error.code : result.text
      assert.match(
        said,
        /^(unknown_tool|invalid_argument)$|disabled by the organisation's policy/,
        `${written} ${JSON.stringify(args)}`,
      )
      if (written === name) assert.match(said, /disabled by the organisation's policy/, name)
    }
  assert.deepEqual(asked, [])
})

test('no composite asks a denied operation, whichever of those that it needs is denied', async () => {
  const { surface, asked, fleet, call } = setUp()
  const composites = surface.all.filter((tool) => (tool.needs?.grading.length ?? 0) > 1)
  assert.ok(composites.length >= 10)
  for (const { name, needs } of composites) {
    const ids = [...(needs?.input ?? []), ...(needs?.grading ?? []), ...(needs?.enriching ?? [])]
    for (const id of new Set(ids)) {
      fleet.set(denying([id]))
      const before = asked.length
      await call(name, {})
      assert.equal(
        asked.slice(before).some(({ operation }) => operation === id),
        false,
        `${name} with ${id} denied`,
      )
    }
  }
  assert.ok(asked.length > 100, 'the rest is asked, or this would prove nothing')
})
