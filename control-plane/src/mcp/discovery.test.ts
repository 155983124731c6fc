import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { eventually } from '@vedette/test/kit'
import { agentView, connectorState, createFakeFleet, principal } from '../../testing/fakes.ts'
import { createFakeTokens, startHttp } from '../../testing/http.ts'

const ERAS = [
  ['a stateless client', { pin: '2026-07-28' }],
  ['a session client', 'legacy'],
] as const

const SERVED = ['k8s.pods.list', 'k8s.nodes.list', 'k8s.events.list']
const KUBERNETES = agentView('web-1', [connectorState('kubernetes', SERVED)])
const PINNED = ['check_fleet_health', 'list_scopes', 'k8s_pods_list', 'search_tools', 'call_tool']

type Mode = (typeof ERAS)[number][1]

async function connect(
  t: TestContext,
  mode: Mode,
  more: Parameters<typeof startHttp>[1] = {},
  token = 'vdt_admin',
) {
  const server = await startHttp(t, { fleet: createFakeFleet([KUBERNETES]), ...more })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  let changes = 0
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    changes += 1
  })
  const url = new URL(`${server.url}/mcp?discovery=search`)
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  t.after(() => client.close())
  const names = async () => (await client.listTools()).tools.map((tool) => tool.name)
  const ask = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args })
    const [first] = result.content as { text: string }[] // the SDK's client checked it
    return JSON.parse(first?.text ?? '')
  }
  return { ...server, names, ask, changes: () => changes }
}

type Match = Readonly<{ name: string; served: boolean; input_schema?: object; would_need?: object[] }>

for (const [who, mode] of ERAS) {
  test(`${who} that searches is shown the pinned tools that are served, and what finds the rest`, async (t) => {
    const { names } = await connect(t, mode)
    assert.deepEqual(await names(), PINNED)
  })

  test(`${who} finds served tools with their schemas, and of others what they would need`, async (t) => {
    const { ask, asked } = await connect(t, mode)
    const { matches, visibility } = await ask('search_tools', { query: 'is a node ready' })
    assert.equal(visibility, 'full')
    const nodes = matches.find((one: Match) => one.name === 'k8s_nodes_list')
    assert.equal(nodes.served, true)
    assert.equal(nodes.input_schema.type, 'object')
    const other = matches.find((one: Match) => !one.served)
    assert.equal(other.input_schema, undefined)
    assert.equal(other.would_need[0].why, 'missing')
    assert.equal(asked.length, 0)
  })

  test(`${who} calls what is not listed by its name or through call_tool, and the audit names the tool`, async (t) => {
    const { ask, audit } = await connect(t, mode)
    assert.equal((await ask('k8s_nodes_list', {})).visibility, 'full')
    const through = await ask('call_tool', { name: 'k8s_nodes_list', arguments: {} })
    assert.equal(through.visibility, 'full')
    const refused = await ask('call_tool', { name: 'logs_search', arguments: {} })
    assert.deepEqual([refused.visibility, refused.missing], ['none', ['logs.search']])
    const wrong = await ask('call_tool', { name: 'call_tool', arguments: {} })
    assert.equal(wrong.error.code, 'invalid_argument')
    assert.deepEqual(
      audit.map((row) => row.tool),
      ['k8s_nodes_list', 'k8s_nodes_list', 'logs_search', 'call_tool'],
    )
  })

  test(`${who} with a narrowed token finds nothing outside of it, and reaches nothing through call_tool`, async (t) => {
    const narrow = principal({ id: 'tok_3', families: ['logs'] })
    const more = { store: createFakeTokens({ vdt_narrow: narrow }) }
    const { ask, asked } = await connect(t, mode, more, 'vdt_narrow')
    const { matches } = await ask('search_tools', { query: 'pods nodes logs lines' })
    assert.ok(matches.length > 0)
    assert.ok(matches.every((one: Match) => one.name.startsWith('logs_')))
    assert.equal((await ask('call_tool', { name: 'k8s_pods_list' })).error.code, 'unknown_tool')
    assert.equal(asked.length, 0)
  })
}

test('a search in a session adds what is served to its list, in order, and says so once', async (t) => {
  const { ask, names, changes } = await connect(t, 'legacy')
  assert.deepEqual(await names(), PINNED)
  const changed = [
    'check_fleet_health',
    'list_scopes',
    'k8s_nodes_list',
    'k8s_pods_list',
    'search_tools',
    'call_tool',
  ]
  await ask('search_tools', { query: 'nodes' })
  assert.deepEqual(await names(), changed)
  await eventually(() => changes() === 1)
  await ask('search_tools', { query: 'nodes' })
  assert.deepEqual(await names(), changed)
  assert.equal(changes(), 1)
})

test('a search without a session changes no list', async (t) => {
  const { ask, names } = await connect(t, { pin: '2026-07-28' })
  await ask('search_tools', { query: 'nodes' })
  assert.deepEqual(await names(), PINNED)
})
