import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createCompositeTools } from '@vedette/control-plane/composites'
import { createDispatch } from '@vedette/control-plane/dispatch'
import { findOrganisation } from '@vedette/control-plane/identity'
import { createToolSurface, type RunningSurface } from '@vedette/control-plane/tools'
import { systemClock } from '@vedette/proto/clock'
import { findOperation } from '@vedette/proto/operations'
import {
  type Cleanup,
  createFolder,
  eventually,
  ROOT,
  type StartedProcess,
  startProcess,
} from '@vedette/test/kit'
import { createWorld, type Replica, TICK_MS } from '../../contract/control-plane/world.ts'
import { TOKEN_VARIABLE } from '../lab/connectors.ts'
import { createVendors, type Vendors } from '../lab/desk.ts'
import { SHAPES } from '../lab/rows.ts'
import { VENDOR_TOKEN } from '../lab/stage.ts'
import { createWire } from '../lab/wire.ts'
import type { AgentSpec, WorldSpec } from '../lab/world.ts'

/** A real nats-server, a control plane over it, and one real process for each agent of a world. */
export type Stand = Readonly<{
  surface: RunningSurface
  audit: readonly Readonly<{ sha256: string }>[]
  problems: readonly unknown[]
  vendors(): Vendors
  /** Forgets what the vendors did, and plays the world's faults as they stand now. */
  play(world: WorldSpec): void
  killNats(): Promise<void>
  signal(agent: string, signal: NodeJS.Signals): void
  restart(agent: string): Promise<void>
  /** Resolves once every agent is connected and probed. */
  whole(): Promise<void>
}>

/** Starts everything; it ends with the clean-up. */
export async function createStand(cleanup: Cleanup, world: WorldSpec): Promise<Stand> {
  const bus = await createWorld(cleanup as TestContext) // it only leaves there what must be undone
  const wire = await createWire({ anyone: true })
  cleanup.after(() => wire.close())
  let vendors = playOn(world)
  wire.open((path, query) => vendors.desk(path, query), systemClock)
  const replica = await bus.start('r1')
  const agents = new Map<string, Readonly<{ spec: AgentSpec; path: string; process: StartedProcess }>>()
  const begin = (path: string) =>
    startProcess(cleanup, {
      name: 'agent',
      file: process.execPath,
      args: [join(ROOT, 'test/faults/bus/agent-child.ts'), path],
      env: { ...process.env, [TOKEN_VARIABLE]: VENDOR_TOKEN },
    })
  for (const spec of world.agents) {
    const path = await writeConfig(cleanup, { spec, bus, url: wire.url })
    agents.set(spec.name, { spec, path, process: await begin(path) })
  }
  const audit: Readonly<{ sha256: string }>[] = []
  const problems: unknown[] = []
  const surface = createSurface(replica, { audit, problems })
  cleanup.after(() => surface.close())
  return Object.freeze({
    surface,
    audit,
    problems,
    vendors: () => vendors,
    play(next: WorldSpec) {
      vendors = playOn(next)
    },
    killNats: () => bus.restartNats(),
    signal: (agent: string, signal: NodeJS.Signals) => agents.get(agent)?.process.send(signal),
    async restart(agent: string) {
      const known = agents.get(agent)
      if (known === undefined) throw new RangeError(`no agent ${agent}`)
      await known.process.stop('SIGKILL')
      agents.set(agent, { ...known, process: await begin(known.path) })
    },
    async whole() {
      await eventually(() => isWhole(replica, world), { timeoutMs: 30_000 }).catch((error: unknown) => {
        const said = [...agents.values()].map(({ process: one }) => one.output()).join('\n')
        throw new Error(`the stand is not whole: ${said.slice(-2_000)}`, { cause: error })
      })
    },
  })
}

function playOn(world: WorldSpec): Vendors {
  const instances = world.agents.flatMap((agent) => agent.instances)
  return createVendors(instances, { now: () => Date.now(), token: VENDOR_TOKEN })
}

function isWhole({ fleet }: Replica, world: WorldSpec): boolean {
  const views = fleet.agents('acme')
  const isUp = views.every((view) => view.status === 'connected' && view.connectors.every(isWell))
  return views.length === world.agents.length && isUp && !fleet.blind('acme')
}

function isWell({ health }: Readonly<{ health: string }>): boolean {
  return health === 'up' || health === 'not_configured'
}

type Writing = Readonly<{ spec: AgentSpec; bus: Awaited<ReturnType<typeof createWorld>>; url: string }>

async function writeConfig(cleanup: Cleanup, { spec, bus, url }: Writing): Promise<string> {
  const folder = createFolder(cleanup)
  const { jwt, seed } = findOrganisation(bus.operator, 'acme').lobby
  const { secret } = await bus.store.joinTokens.create({ organisation: 'acme', ttl_ms: 600_000, max_uses: 1 })
  writeFileSync(
    join(folder, 'lobby.creds'),
    `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
  )
  writeFileSync(join(folder, 'token'), secret)
  const path = join(folder, 'agent.json')
  const file = {
    name: spec.name,
    data_dir: folder,
    nats: { url: bus.nats().url, lobby_creds_file: join(folder, 'lobby.creds') },
    join_token: { file: join(folder, 'token') },
    identity: { host_id: `machine-of-${spec.name}` },
    connectors: spec.instances.map(({ kind, name, vendor, scope }) => ({
      connector: kind,
      instance: name,
      config: { vendor, url, token: { env: TOKEN_VARIABLE } },
      expect: scope,
    })),
  }
  writeFileSync(path, JSON.stringify(file))
  return path
}

function createSurface(
  { bus, fleet }: Replica,
  { audit, problems }: Readonly<{ audit: Readonly<{ sha256: string }>[]; problems: unknown[] }>,
): RunningSurface {
  const dispatch = createDispatch({ fleet, callAgent: bus.callAgent, clock: systemClock, tick_ms: TICK_MS })
  const parts = { fleet, dispatch, clock: systemClock }
  return createToolSurface({
    ...parts,
    store: {
      audit: {
        append: async (row) => {
          audit.push(row)
          return { written: Promise.resolve(true) }
        },
      },
    },
    operations: Object.keys(SHAPES).flatMap((id) => findOperation(id) ?? []),
    extraTools: createCompositeTools(parts),
    onFault: (error) => void problems.push(error),
  })
}
