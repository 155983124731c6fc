import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { systemClock } from '@vedette/proto/clock'
import { createFakeTokens } from '../../testing/http.ts'
import { ANNOTATE, ASKER, createStand, SILENCE } from '../approvals/testing/stand.ts'
import { createHttp } from '../http/index.ts'

type Answer = 'accept' | 'decline' | 'cancel'
const ERAS = ['legacy', 'modern'] as const

// A client over the real endpoint whose person gives this answer, or who cannot be asked (null).
async function setUp(t: TestContext, era: (typeof ERAS)[number], answer: Answer | null) {
  const stand = await createStand()
  const app = await createHttp({
    surface: stand.surface,
    store: createFakeTokens({ vdt_asker: ASKER }),
    fleet: stand.fleet,
    clock: systemClock,
    version: '0.1.0',
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = new Client(
    { name: 'test', version: '1' },
    {
      capabilities: answer === null ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  )
  const asked: string[] = []
  if (answer !== null)
    client.setRequestHandler('elicitation/create', async (request) => {
      asked.push('message' in request.params ? request.params.message : '')
      return answer === 'accept' ? { action: answer, content: {} } : { action: answer }
    })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: 'Bearer vdt_asker' } },
    }),
  )
  t.after(async () => {
    await client.close()
    await app.close()
    await stand.close()
  })
  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args })
    const [block] = result.content as readonly { text: string }[] // the client checked it
    return JSON.parse(block?.text ?? '') as Readonly<Record<string, unknown>>
  }
  return { stand, asked, call }
}

for (const era of ERAS) {
  test(`a client that can ask (${era}) asks its person once, and what they allow runs once`, async (t) => {
    const { stand, asked, call } = await setUp(t, era, 'accept')
    const body = await call('annotations_create', ANNOTATE)
    assert.deepEqual([body['status'], body['created']], ['done', true])
    assert.equal(asked.length, 1)
    assert.match(asked[0] ?? '', /Create an annotation.*deploy of shop/)
    assert.equal(stand.effects.length, 1)
  })

  test(`what the person of a client (${era}) declines does not run, and what they put off waits`, async (t) => {
    const declined = await setUp(t, era, 'decline')
    assert.equal((await declined.call('annotations_create', ANNOTATE))['status'], 'denied')
    const later = await setUp(t, era, 'cancel')
    assert.equal((await later.call('annotations_create', ANNOTATE))['status'], 'approval_pending')
    assert.deepEqual([declined.stand.effects, later.stand.effects], [[], []])
  })

  test(`a client that cannot ask (${era}) gets the handle of an action that waits`, async (t) => {
    const { stand, call } = await setUp(t, era, null)
    const body = await call('annotations_create', ANNOTATE)
    assert.equal(body['status'], 'approval_pending')
    assert.equal(body['visibility'], 'none')
    assert.match(String(body['pending_action_id']), /^pa_/)
    assert.deepEqual(stand.effects, [])
  })

  test(`who asks through a client (${era}) is never asked to approve what another person must`, async (t) => {
    const { stand, asked, call } = await setUp(t, era, 'accept')
    assert.equal((await call('alerts_silences_create', SILENCE))['status'], 'approval_pending')
    assert.deepEqual([asked, stand.effects], [[], []])
  })
}
