import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createOperator,
  findOrganisation,
  operatorFile,
  saveOperator,
  toNatsConfig,
} from '@vedette/control-plane/identity'
import { createStore } from '@vedette/control-plane/store'
import { OPERATION_TIERS } from '@vedette/proto/catalogue'
import { systemClock } from '@vedette/proto/clock'
import {
  type Cleanup,
  createFolder,
  eventually,
  getFreePort,
  type StartedProcess,
  startNatsServer,
  startProcess,
} from '@vedette/test/kit'
import { ENTRIES, NODE_ARGS } from './children.ts'

const ORGANISATION = 'bench'
const WRITES: readonly string[] = ['write', 'send', 'high_risk']

/** nats-server and a control plane as processes, and files for agents; each token has a rate limit of its own. */
export type Stand = {
  readonly url: string
  readonly mcpUrl: string
  readonly controlPlane: StartedProcess
  createToken(): Promise<string>
  /** A configuration file of an agent with these connectors. */
  writeAgent(connectors: readonly object[], file?: object): Promise<string>
  untilServing(token: string, instances: readonly string[]): Promise<void>
}

/** Starts the stand on loopback, the control plane from source or from the entry given. */
export async function startStand(cleanup: Cleanup): Promise<Stand> {
  const prepared = await prepareStand(cleanup)
  const controlPlane = await startProcess(cleanup, {
    name: 'control plane',
    file: process.execPath,
    args: [...NODE_ARGS, ENTRIES.controlPlane, '--config', prepared.controlPlaneFile],
    ready: { url: `${prepared.url}/readyz` },
    readyMs: 30_000,
  })
  return { ...prepared, controlPlane }
}

/** All but the control plane's process: what it needs is there, and its file. */
export async function prepareStand(
  cleanup: Cleanup,
): Promise<Omit<Stand, 'controlPlane'> & { readonly controlPlaneFile: string }> {
  const folder = createFolder(cleanup)
  const operator = await createOperator({ organisations: [ORGANISATION], now: Date.now() })
  await saveOperator(operatorFile(folder), operator)
  const store = await createStore({ url: `sqlite:${join(folder, 'store.db')}`, clock: systemClock })
  cleanup.after(() => store.close())
  await store.organisations.create(ORGANISATION)
  const [natsPort, httpPort] = [await getFreePort(), await getFreePort()]
  const config = toNatsConfig(operator, { port: natsPort, resolver_dir: join(folder, 'jwt') })
  const nats = await startNatsServer(cleanup, { port: natsPort, config })
  const controlPlaneFile = join(folder, 'control-plane.json')
  const options = { data_dir: folder, nats: { urls: [nats.url] }, http: { port: httpPort } }
  writeFileSync(controlPlaneFile, JSON.stringify(options))
  const url = `http://127.0.0.1:${httpPort}`
  return {
    url,
    mcpUrl: `${url}/mcp`,
    controlPlaneFile,
    async createToken() {
      const facts = { organisation: ORGANISATION, name: 'bench', mode: 'auto', role: 'admin' } as const
      return (await store.tokens.create(facts)).secret
    },
    async writeAgent(connectors, file = {}) {
      const own = createFolder(cleanup)
      const limits = { organisation: ORGANISATION, ttl_ms: 600_000, max_uses: 1 }
      const { secret } = await store.joinTokens.create(limits)
      const { jwt, seed } = findOrganisation(operator, ORGANISATION).lobby
      const creds = `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`
      writeFileSync(join(own, 'lobby.creds'), creds)
      writeFileSync(join(own, 'join-token'), secret)
      const written = {
        name: 'bench',
        data_dir: join(own, 'data'),
        nats: { url: nats.url, lobby_creds_file: join(own, 'lobby.creds') },
        join_token: { file: join(own, 'join-token') },
        identity: { host_id: `host-of-the-bench-${own}` },
        connectors,
        ...file,
      }
      writeFileSync(join(own, 'agent.json'), JSON.stringify(written))
      return join(own, 'agent.json')
    },
    async untilServing(token, instances) {
      const headers = { authorization: `Bearer ${token}` }
      await eventually(
        async () => {
          const { agents } = (await (await fetch(`${url}/api/v1/fleet`, { headers })).json()) as Page
          const up = agents.flatMap((agent) => agent.connectors).filter((one) => one.health === 'up')
          if (instances.every((name) => up.some((one) => one.instance === name))) return true
          throw new Error(`not all of ${instances.join(', ')} are up`)
        },
        { timeoutMs: 15_000, everyMs: 100 },
      )
    },
  }
}

type Page = {
  readonly agents: readonly {
    readonly connectors: readonly { readonly instance: string; readonly health: string }[]
  }[]
}

/** Starts an agent that serves the whole catalogue, and waits until the control plane sees it. */
export async function startBenchAgent(
  cleanup: Cleanup,
  stand: Stand,
  { token, config = {} }: { readonly token: string; readonly config?: object },
): Promise<StartedProcess> {
  const writes = Object.entries(OPERATION_TIERS).flatMap(([id, tier]) => (WRITES.includes(tier) ? [id] : []))
  const file = await stand.writeAgent([{ connector: 'bench', config }], {
    writes: writes.slice(0, 64),
    high_risk: true,
  })
  const agent = await startProcess(cleanup, {
    name: 'bench agent',
    file: process.execPath,
    args: [...NODE_ARGS, join(import.meta.dirname, '..', 'processes', 'bench-agent.ts'), file],
  })
  await stand.untilServing(token, ['bench']).catch((cause: unknown) => {
    throw new Error(`the bench agent does not serve: ${agent.output()}`, { cause })
  })
  return agent
}
