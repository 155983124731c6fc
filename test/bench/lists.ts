import type { Cleanup } from '@vedette/test/kit'
import type { Reading } from './figures.ts'
import { startBaseline } from './support/children.ts'
import { openSession, openStateless } from './support/mcp.ts'
import { interleave, show } from './support/measure.ts'
import { createPoster } from './support/post.ts'
import { startBenchAgent, startStand } from './support/stand.ts'

/** Method: the same bytes, kept ready, from a bare HTTP server and the list of both kinds of client, in turn; p50. */
export async function measureLists(
  cleanup: Cleanup,
  { rounds }: { readonly rounds: number },
): Promise<readonly Reading[]> {
  const stand = await startStand(cleanup)
  const token = await stand.createToken()
  await startBenchAgent(cleanup, stand, { token })
  const server = await startBaseline(cleanup, 'http-json')
  const session = await openSession(stand.mcpUrl, await stand.createToken())
  const stateless = openStateless(stand.mcpUrl, await stand.createToken())
  const bytes = await stateless.list()
  await fetch(`${server.address}/list`, { method: 'PUT', body: bytes })
  const bare = createPoster(`${server.address}/list`)
  cleanup.after(() => {
    for (const one of [bare, session, stateless]) one.close()
  })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const times = await interleave(
    { bare: () => bare.post(body), session: () => session.list(), stateless: () => stateless.list() },
    { rounds: Math.ceil(rounds / 2) },
  )
  const tools = (JSON.parse(bytes) as { result: { tools: unknown[] } }).result.tools.length
  const note = (own: number) =>
    `${tools} tools, ${Math.round(bytes.length / 1024)} KiB: ${show(own, 'ms')} over ${show(times.bare, 'ms')}`
  return [
    { id: 'list_session', value: times.session / times.bare, note: note(times.session) },
    { id: 'list_stateless', value: times.stateless / times.bare, note: note(times.stateless) },
    { id: 'search_list', value: null, note: 'search mode is not built' },
  ]
}
