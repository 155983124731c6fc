import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Answer, Stand } from './stand.ts'

/** Both eras of the protocol: stateless (2026-07-28), and with a session (2025-11-25). */
export const ERAS = ['modern', 'legacy'] as const
export type Era = (typeof ERAS)[number]

/** Connects the protocol's own client; in the era `legacy` that opens a new session. */
export async function connectClient(t: TestContext, stand: Stand, era: Era): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(stand.mcpUrl), {
    requestInit: { headers: { authorization: `Bearer ${stand.token}` } },
  })
  await client.connect(transport)
  t.after(() => client.close())
  return client
}

/** The names that tools/list gives. */
export async function listNames(client: Client): Promise<readonly string[]> {
  return (await client.listTools()).tools.map(({ name }) => name)
}

/** Calls a tool; the answer is the JSON of its one text block. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Readonly<{ isError: boolean; text: string; body: Answer }>> {
  const result = await client.callTool({ name, arguments: args })
  const content = result.content as readonly { type: string; text: string }[] // the client checked it
  assert.deepEqual(
    content.map(({ type }) => type),
    ['text'],
  )
  const text = content[0]?.text ?? ''
  return { isError: result.isError === true, text, body: JSON.parse(text) }
}
