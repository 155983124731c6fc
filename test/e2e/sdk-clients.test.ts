import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import {
  Client as V2Client,
  StreamableHTTPClientTransport as V2Transport,
} from '@modelcontextprotocol/client'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type Answer, ORGANISATION, type Stand, startAgent, startStand, untilAgent } from './stand.ts'

// The little that the script needs of any client.
type Scripted = Readonly<{
  names(): Promise<readonly string[]>
  call(name: string, args?: Record<string, unknown>): Promise<Answer>
  prompts(): Promise<readonly string[]>
}>

type Connect = (t: TestContext, stand: Stand, token: string) => Promise<Scripted>

function readAnswer(result: unknown): Answer {
  const { content } = result as { content: { type: string; text: string }[] } // each client checked it
  assert.equal(content[0]?.type, 'text')
  return JSON.parse(content[0]?.text ?? '')
}

const connectV1: Connect = async (t, stand, token) => {
  const client = new V1Client({ name: 'v1', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const transport = new V1Transport(new URL(stand.mcpUrl), { requestInit })
  // Its own type of optional fields differs from the one it asks for under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<V1Client['connect']>[0])
  t.after(() => client.close())
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => readAnswer(await client.callTool({ name, arguments: args })),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
  }
}

const connectV2: Connect = async (t, stand, token) => {
  const client = new V2Client({ name: 'v2', version: '2' }, { versionNegotiation: { mode: 'auto' } })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new V2Transport(new URL(stand.mcpUrl), { requestInit }))
  t.after(() => client.close())
  return {
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => readAnswer(await client.callTool({ name, arguments: args })),
    prompts: async () => (await client.listPrompts()).prompts.map(({ name }) => name),
  }
}

const CLIENTS: readonly (readonly [string, Connect])[] = [
  ['v1', connectV1],
  ['v2', connectV2],
]

test('clients of both generations of the SDK work through one investigation, and a colleague with the other goes on with it', async (t) => {
  const stand = await startStand(t)
  await startAgent(t, stand, { machine: 'web-1', connectors: [{ connector: 'host' }] })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  const facts = { organisation: ORGANISATION, name: 'colleague', mode: 'cautious', role: 'viewer' } as const
  const { secret: colleague } = await stand.store.tokens.create(facts)

  for (const [index, [who, connect]] of CLIENTS.entries()) {
    const one = await connect(t, stand, stand.token)
    assert.ok((await one.prompts()).includes('health'), who)
    assert.ok((await one.names()).includes('host_load_get'), who)
    const opened = await one.call('get_context', { title: `slow web-1, ${who}` })
    const { investigation } = opened
    assert.equal(typeof investigation, 'string')
    const refused = await one.call('production_health', { investigation })
    assert.equal(refused.visibility, 'none', 'nothing serves it here, and that is said')
    const load = await one.call('host_load_get', { investigation, purpose: 'is it busy' })
    assert.equal(load.visibility, 'full', JSON.stringify(load))
    const thread = await one.call('investigations_get', { investigation })
    const evidence = toCallId(thread, 'host_load_get')
    const moved = {
      investigation,
      hypothesis: 'the machine is busy',
      state: 'ruled_out',
      evidence: [evidence],
    }
    assert.equal((await one.call('investigations_update', moved)).visibility, 'full')

    const other = CLIENTS[(index + 1) % CLIENTS.length]
    assert.ok(other)
    const second = await other[1](t, stand, colleague)
    const seen = await second.call('investigations_get', { investigation })
    assert.match(JSON.stringify(seen.untrusted), /the machine is busy/)
    const memory = await second.call('host_memory_get', { investigation })
    assert.equal(memory.visibility, 'full')
    await second.call('investigations_update', { investigation, outcome: `nothing was wrong, ${who}` })
    const end = JSON.stringify(await one.call('investigations_get', { investigation }))
    assert.match(end, new RegExp(`nothing was wrong, ${who}`))
    for (const tool of ['host_load_get', 'host_memory_get', 'production_health'])
      assert.match(end, new RegExp(tool))
  }
})

// The id of a call of a tool, from the table or list of an investigation's calls.
function toCallId(thread: Answer, tool: string): string {
  const text = JSON.stringify(thread)
  const at = text.indexOf(`"${tool}"`)
  const [id] = [...text.slice(0, at).matchAll(/"(c_[\w-]+)"/g)].map((match) => match[1]).slice(-1)
  assert.ok(id, `no call of ${tool} stands in ${text}`)
  return id
}
