import type { AddressInfo } from 'node:net'
import { systemClock } from '@vedette/proto/clock'
import { createHttp, type HttpOptions } from '../src/http/index.ts'
import { createBeside } from '../src/mcp/index.ts'
import { createRunbooks, createRunbooksTool } from '../src/runbooks/index.ts'
import type { NewToken, Principal, Store } from '../src/store/types.ts'
import { createToolSurface, type SurfaceOptions } from '../src/tools/index.ts'
import {
  agentView,
  connectorState,
  createFakeAudit,
  createFakeDispatch,
  createFakeFleet,
  type FakeFleet,
  principal,
  readResult,
} from './fakes.ts'

export type TestServer = Readonly<{
  url: string
  fleet: FakeFleet
  asked: readonly unknown[]
  audit: readonly Readonly<{ tool: string; error: string | null; sha256: string }>[]
  faults: readonly unknown[]
}>

// A web-1 with a host connector and a Prometheus, as most tests want it.
export const WEB = agentView('web-1', [
  connectorState('host', ['host.disks.list'], { scopes: [{ host: 'web-1' }] }),
  connectorState('prometheus', ['metrics.query'], { dialect: 'promql' }),
])

// Tokens by their secret: `vdt_admin`, `vdt_viewer`, and whatever a test adds.
export function createFakeTokens(more: Readonly<Record<string, Principal>> = {}) {
  const bySecret = new Map<string, Principal>([
    ['vdt_admin', principal()],
    ['vdt_viewer', principal({ id: 'tok_2', role: 'viewer' })],
    ...Object.entries(more),
  ])
  const tokens: Store['tokens'] = {
    async create(token: NewToken) {
      bySecret.set('vdt_new', { ...token, id: 'tok_new' })
      return { id: 'tok_new', secret: 'vdt_new' }
    },
    ensure: async () => ({ id: 'tok_1' }),
    verify: async (secret) => bySecret.get(secret) ?? null,
    list: async () => [],
    async revoke(_organisation, id) {
      const found = [...bySecret].find(([, one]) => one.id === id)
      return found !== undefined && bySecret.delete(found[0])
    },
  }
  const joinTokens: Store['joinTokens'] = {
    create: async () => ({ id: 'jt_1', secret: 'vjt_1' }),
    redeem: async () => 'token_unknown',
    list: async () => [],
    revoke: async () => false,
  }
  return { tokens, joinTokens }
}

// The whole HTTP server over fakes, listening on loopback until the test ends.
export async function startHttp(
  t: Readonly<{ after(undo: () => Promise<void>): void }>,
  more: Partial<HttpOptions> &
    Partial<Omit<SurfaceOptions, 'store'>> &
    Readonly<{ fleet?: FakeFleet; runbooks?: Readonly<Record<string, string>> }> = {},
  port = 0,
): Promise<TestServer> {
  const faults: unknown[] = []
  const onFault = (error: unknown) => void faults.push(error)
  const fleet = more.fleet ?? createFakeFleet([WEB])
  const dispatch = createFakeDispatch((request) => readResult(request, { disks: [] }))
  const audit = createFakeAudit()
  const runbooks = createRunbooks(more.runbooks ?? {})
  const surface = createToolSurface({
    dispatch,
    clock: systemClock,
    onFault,
    ...(more.runbooks === undefined ? {} : { extraTools: [createRunbooksTool({ runbooks, now: () => 0 })] }),
    ...more,
    fleet,
    store: audit,
  })
  const app = await createHttp({
    clock: systemClock,
    version: '0.1.0',
    onFault,
    ...(more.runbooks === undefined ? {} : { extendMcp: createBeside({ surface, runbooks }) }),
    ...more,
    store: more.store === undefined || !('tokens' in more.store) ? createFakeTokens() : more.store,
    surface,
    fleet,
  })
  await app.listen({ host: '127.0.0.1', port })
  t.after(async () => {
    await app.close()
    surface.close()
  })
  const address = app.server.address() as AddressInfo // a TCP server's address has a port
  return { url: `http://127.0.0.1:${address.port}`, fleet, asked: dispatch.asked, audit: audit.rows, faults }
}
