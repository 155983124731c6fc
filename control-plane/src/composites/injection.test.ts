import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { OPERATIONS, toToolName } from '@vedette/proto/operations'
import { isWriteTier } from '@vedette/proto/policy'
import {
  agentView,
  connectorState,
  createFakeAudit,
  createFakeDispatch,
  createFakeFleet,
  NOW,
  principal,
  readResult,
  toolContext,
} from '../../testing/fakes.ts'
import { findInjections, INJECTIONS, injectInto } from '../../testing/injections.ts'
import type { Actions } from '../approvals/index.ts'
import { createInvestigations } from '../investigations/index.ts'
import { createKnowledge } from '../knowledge/index.ts'
import { toListedTool } from '../mcp/index.ts'
import { createStore } from '../store/index.ts'
import { createToolSurface } from '../tools/index.ts'
import { createCompositeTools } from './index.ts'

// What the control plane itself writes, at the top of an answer.
const OWN = [
  'visibility',
  'line',
  'error',
  'missing',
  'warning',
  'verdict',
  'coverage',
  'policy',
  'cost',
  '_sources',
  'not_checked',
  'cut',
  'how',
  'means',
]

const WRITES = new Set(OPERATIONS.filter(({ tier }) => isWriteTier(tier)).map(({ id }) => id))
const READS = OPERATIONS.filter(({ tier }) => !isWriteTier(tier) && tier !== 'never')
const CONNECTORS = [
  connectorState(
    'host',
    OPERATIONS.map(({ id }) => id),
    { scopes: [{ host: 'web-1' }] },
  ),
]

type Answer = Readonly<Record<string, unknown>>

async function start(t: Readonly<{ after(undo: () => Promise<void>): void }>) {
  const clock = createFakeClock(NOW)
  const store = await createStore({ url: 'sqlite::memory:', clock })
  await store.organisations.create('acme')
  let line = 0
  const used = new Set<string>()
  const next = () => {
    const text = INJECTIONS[line % INJECTIONS.length] ?? ''
    line += 1
    used.add(text)
    return text
  }
  const dispatch = createFakeDispatch((request) => {
    const read = readResult(request, injectInto(request.operation.output, next))
    const meta = {
      redacted: {},
      vendor_calls: 1,
      took_ms: 2,
      body_sha256: '0',
      query: next(),
      warnings: [next()],
    }
    return { ...read, instances: read.instances.map((one) => ({ ...one, meta })) }
  })
  const memory = {
    investigations: createInvestigations({ store, clock }),
    knowledge: createKnowledge({ store, clock }),
  }
  const fleet = createFakeFleet([agentView('web-1', CONNECTORS)])
  const proposed: unknown[] = []
  const learning = memory.knowledge.learning(dispatch)
  const surface = createToolSurface({
    fleet,
    dispatch: learning,
    store: createFakeAudit(),
    clock,
    memory,
    actions: createCountingActions(proposed),
    extraTools: createCompositeTools({ fleet, dispatch: learning, clock }),
  })
  t.after(async () => {
    surface.close()
    memory.investigations.close()
    await memory.knowledge.close()
    await store.close()
  })
  const who = principal({ mode: 'auto' })
  const call = async (tool: string, args: object) => {
    const result = await surface.call(tool, args, toolContext({ principal: who, client: 'editor' }))
    await memory.knowledge.settled()
    return result
  }
  return { surface, dispatch, used, proposed, who, call }
}

// Notes every part that somebody would have to approve; deciding and running are nobody's here.
function createCountingActions(proposed: unknown[]): Actions {
  const refuse = () => {
    throw new TypeError('nothing may be proposed here')
  }
  return {
    collect: () => ({
      pending: { id: 'pa_1', add: (part: unknown) => void proposed.push(part) },
      parts: () => [],
      shown: () => [],
    }),
    preview: refuse,
    open: refuse,
    find: refuse,
    list: refuse,
    findToDecide: refuse,
    listToDecide: refuse,
    decide: refuse,
    run: refuse,
  } as unknown as Actions // the collector of a surface that has nothing to approve
}

// Arguments that a tool cannot do without, as anybody might write them.
function toArguments(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = schema['properties'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  const required = (schema['required'] ?? []) as readonly string[]
  return Object.fromEntries(required.map((name) => [name, toValue(name, properties[name] ?? {})]))
}

function toValue(
  name: string,
  { type, enum: words, minimum, items, anyOf }: Readonly<Record<string, unknown>>,
): unknown {
  if (Array.isArray(words)) return words[0]
  if (Array.isArray(anyOf)) return toValue(name, anyOf[0])
  if (type === 'integer' || type === 'number') return minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'array') return [toValue(name, items as Readonly<Record<string, unknown>>)]
  if (type === 'object') return {}
  return VALUES[name] ?? 'checkout'
}

const VALUES: Readonly<Record<string, string>> = {
  from: '-30m',
  to: 'now',
  at: 'now',
  time: 'now',
  kind: 'Deployment',
  api_version: 'apps/v1',
  sha: '0a1b2c3d4e5f60718293a4b5c6d7e8f901234567',
}

function check(tool: string, answer: Answer): void {
  for (const key of OWN)
    assert.deepEqual(findInjections(JSON.stringify(answer[key] ?? null)), [], `${tool}: ${key}`)
  // The arguments of a next call are values, as they were read; its tool and its reason are our words.
  const next = Array.isArray(answer['next']) ? answer['next'] : []
  for (const one of next)
    assert.deepEqual(findInjections(JSON.stringify({ ...one, args: null })), [], `${tool}: next`)
  for (const { tool: name } of next)
    assert.ok(![...WRITES].some((id) => toToolName(id) === name), `${tool} points at ${name}`)
  if (answer['untrusted'] === true) return
  const { untrusted: _, ...trusted } = answer
  assert.deepEqual(findInjections(JSON.stringify(trusted)), [], tool)
}

test('no text from outside leaves the untrusted fields of any tool, is any word of ours, or proposes anything', async (t) => {
  assert.ok(new Set(INJECTIONS).size >= 200)
  for (const line of INJECTIONS) assert.ok(findInjections(line).length > 0, line)
  const { surface, dispatch, used, proposed, who, call } = await start(t)
  const listed = () => JSON.stringify(surface.announced(who).map(toListedTool))
  const before = [listed(), surface.instructions(who)]
  const refused: string[] = []
  const shown = new Set<string>()
  for (const tool of surface.all.filter(({ needs, tier }) => needs !== null && !isWriteTier(tier))) {
    const result = await call(tool.name, toArguments(tool.inputSchema))
    if (result.kind === 'error') {
      assert.deepEqual(findInjections(JSON.stringify(result.error)), [], tool.name)
      refused.push(`${tool.name}: ${result.error.code} ${result.error.field} ${result.error.message}`)
      continue
    }
    if (findInjections(result.text).length > 0) shown.add(tool.name)
    check(tool.name, JSON.parse(result.text))
  }
  assert.deepEqual(refused, [])
  const asked = new Set(dispatch.asked.map(({ request }) => request.operation.id))
  assert.deepEqual(
    READS.filter(({ id }) => !asked.has(id)).map(({ id }) => id),
    [],
  )
  assert.equal(used.size, new Set(INJECTIONS).size)
  // The lines did come through: else nothing above was tried.
  assert.ok(shown.size > READS.length * 0.9, `${shown.size} tools showed a line`)
  for (const tool of ['get_context', 'topology_get', 'investigations_get', 'investigations_list']) {
    const result = await call(tool, {})
    assert.equal(result.kind, 'answer', tool)
    if (result.kind === 'answer') check(tool, JSON.parse(result.text))
  }
  assert.deepEqual([listed(), surface.instructions(who)], before)
  assert.deepEqual(findInjections(before.join(' ')), [])
  assert.deepEqual(proposed, [])
  assert.deepEqual(
    [...asked].filter((id) => WRITES.has(id)),
    [],
  )
  assert.ok([...WRITES].every((id) => surface.all.some(({ name }) => name === toToolName(id))))
})
