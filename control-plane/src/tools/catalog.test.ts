import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agentView,
  connectorState,
  createClockAtNow,
  createFakeAudit,
  createFakeDispatch,
  createFakeFleet,
  principal,
  readResult,
  toolContext,
} from '../../testing/fakes.ts'
import { createToolSurface } from './surface.ts'

const prometheus = connectorState('prometheus', ['metrics.query'], { dialect: 'promql' })

const surface = createToolSurface({
  fleet: createFakeFleet([agentView('web-1', [prometheus])]),
  dispatch: createFakeDispatch((request) => readResult(request, {})),
  store: createFakeAudit(),
  clock: createClockAtNow(),
})

// The body of an answer, or the error.
async function ask(args: Readonly<Record<string, unknown>>, who = principal()) {
  const result = await surface.call('list_catalog', args, toolContext({ principal: who }))
  return result.kind === 'error' ? { ...result.error } : (JSON.parse(result.text) as Record<string, unknown>)
}

test('the catalogue gives one tool whole: what a list leaves out of it, its hints and its standing', async () => {
  const body = await ask({ tool: 'metrics_query' })
  const tool = surface.all.find(({ name }) => name === 'metrics_query')
  assert.deepEqual(body['input_schema'], tool?.inputSchema)
  assert.deepEqual(body['when'], tool?.when)
  assert.equal(body['description'], tool?.description)
  assert.equal(body['standing'], 'served')
  assert.equal(body['visibility'], 'full')
})

test('the catalogue gives every tool whole, those that ask no agent too, its schema byte for byte', async () => {
  for (const { name, inputSchema } of surface.all)
    assert.equal(
      JSON.stringify((await ask({ tool: name }))['input_schema']),
      JSON.stringify(inputSchema),
      name,
    )
})

test('the catalogue refuses a name that no tool has with the nearest one, and a family beside a name', async () => {
  const unknown = await ask({ tool: 'metric_query' })
  assert.deepEqual([unknown['field'], unknown['fix']], ['tool', 'did you mean metrics_query?'])
  assert.equal((await ask({ tool: 'metrics_query', family: 'metrics' }))['field'], 'family')
})

test('the catalogue gives no tool that a token may not use, nor its name', async () => {
  const error = await ask({ tool: 'metrics_query' }, principal({ families: ['host'] }))
  assert.equal(error['field'], 'tool')
  assert.doesNotMatch(JSON.stringify(error), /metrics/)
})
