import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Bus, type BusLog, createBus } from '@vedette/control-plane/bus'
import { createFleet, type RunningFleet } from '@vedette/control-plane/fleet'
import {
  createEnroller,
  createOperator,
  createRevoker,
  createSigner,
  findOrganisation,
  type Operator,
  type Revoker,
  toNatsConfig,
  toSigningKeys,
} from '@vedette/control-plane/identity'
import { createStore, type Store } from '@vedette/control-plane/store'
import { systemClock } from '@vedette/proto/clock'
import { createFolder, eventually, getFreePort, type StartedNats, startNatsServer } from '@vedette/test/kit'

// One tick of the fleet in these tests, in milliseconds: long enough for a loaded machine to keep its beats.
export const TICK_MS = 200

const QUIET: BusLog = { info: () => {}, warn: () => {} }

// A control-plane replica over a real nats-server in operator mode, with two organisations.
export type World = Readonly<{
  operator: Operator
  store: Store
  revoker: Revoker
  nats(): StartedNats
  // Kills the server without a word and starts it again on the same port with the same files.
  restartNats(whileDown?: () => Promise<void>): Promise<void>
  // Removes what the server keeps of accounts: it starts with its configuration alone, as with a memory resolver.
  forgetAccounts(): void
  start(replica: string): Promise<Replica>
}>
export type Replica = Readonly<{ bus: Bus; fleet: RunningFleet; close(): Promise<void> }>

// Certificates of the server, and a WebSocket beside TCP, where a test needs them.
export type WorldOptions = Readonly<{
  tls?: Readonly<{ cert_file: string; key_file: string; ca_file: string }>
  websocket_port?: number
  tick_ms?: number
}>

export async function createWorld(t: TestContext, options: WorldOptions = {}): Promise<World> {
  const { tls, websocket_port, tick_ms = TICK_MS } = options
  const operator = await createOperator({ organisations: ['acme', 'globex'], now: Date.now() })
  const folder = createFolder(t)
  const port = await getFreePort()
  const resolver = join(folder, 'jwt')
  const config = toNatsConfig(operator, {
    port,
    resolver_dir: resolver,
    ...(tls === undefined ? {} : { tls }),
    ...(websocket_port === undefined
      ? {}
      : { websocket: { port: websocket_port, ...(tls === undefined ? {} : { tls }) } }),
  })
  const startServer = () => startNatsServer(t, { port, config })
  let nats = await startServer()
  const store = await createStore({ url: 'sqlite::memory:', clock: systemClock })
  t.after(() => store.close())
  for (const name of ['acme', 'globex']) await store.organisations.create(name)
  let newest: Bus | null = null
  const revoker = createRevoker({
    store,
    operator: () => operator,
    clock: systemClock,
    log: QUIET,
    push: async (jwt) => {
      if (newest === null) throw new Error('no replica runs')
      await newest.pushAccount(jwt)
    },
  })

  async function start(replica: string): Promise<Replica> {
    const fleets: RunningFleet[] = []
    let isSystemUp = false
    const bus = createBus({
      servers: { urls: [nats.url], ...(tls === undefined ? {} : { tls: { ca_file: tls.ca_file } }) },
      organisations: ['acme', 'globex'].map((name) => ({
        name,
        credentials: findOrganisation(operator, name).control_plane,
      })),
      system: operator.system.user,
      replica,
      clock: systemClock,
      tick_ms,
      sign: createSigner(operator),
      enroll: createEnroller({
        store,
        operator: () => operator,
        clock: systemClock,
        tick_ms,
        enrolled: async (organisation) =>
          void (await Promise.all(fleets.map((one) => one.refresh(organisation)))),
      }),
      log: QUIET,
      onSystemUp: () => {
        isSystemUp = true
        void revoker.pushAll()
      },
    })
    newest = bus
    const fleet = createFleet({
      store,
      bus,
      clock: systemClock,
      tick_ms,
      revoke: revoker.revoke,
    })
    fleets.push(fleet)
    let closed = false
    const close = async () => {
      if (closed) return
      closed = true
      fleet.close()
      await bus.close()
    }
    t.after(close)
    await eventually(() => bus.isLinked('acme') && bus.isLinked('globex') && isSystemUp)
    return { bus, fleet, close }
  }

  return {
    operator,
    store,
    revoker,
    nats: () => nats,
    async restartNats(whileDown = async () => {}) {
      await nats.stop('SIGKILL')
      await whileDown()
      nats = await startServer()
    },
    forgetAccounts: () => rmSync(resolver, { recursive: true, force: true }),
    start,
  }
}

// The public call key that agents verify with.
export function callKeyOf(operator: Operator): string {
  return toSigningKeys(operator)[0]?.public_key ?? ''
}
