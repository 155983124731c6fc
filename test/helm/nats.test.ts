import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createBus } from '@vedette/control-plane/bus'
import { createOperator, findOrganisation, toNatsAccounts } from '@vedette/control-plane/identity'
import { systemClock } from '@vedette/proto/clock'
import {
  createFolder,
  eventually,
  findProgram,
  getFreePort,
  type StartedProcess,
  startProcess,
} from '@vedette/test/kit'
import { findManifest, readScenarios } from './manifests.ts'

const configOf = (scenario: string): string => {
  const found = readScenarios().find((one) => one.chart === 'control-plane' && one.scenario === scenario)
  return findManifest(found?.manifests ?? [], 'ConfigMap', '-nats').data?.['nats.conf'] ?? ''
}

type Ports = Readonly<{ client: number; monitor: number; route: number }>

// The chart's configuration of one server, on ports and folders of this machine; nothing else of it is changed.
function writeServer(t: TestContext, config: string, ports: Ports, routes: readonly string[]) {
  const folder = createFolder(t)
  const text = config
    .replace('0.0.0.0:4222', `127.0.0.1:${ports.client}`)
    .replace('0.0.0.0:8222', `127.0.0.1:${ports.monitor}`)
    .replace('0.0.0.0:6222', `127.0.0.1:${ports.route}`)
    .replace(/^tls .*\n/m, '')
    .replace(/^websocket .*\n/m, '')
    .replace(/"nats-route:\/\/[\s\S]*?\]/, `${routes.map((route) => `"${route}"`).join('\n')} ]`)
  writeFileSync(join(folder, 'nats.conf'), text)
  mkdirSync(join(folder, 'accounts'))
  return folder
}

async function startServer(t: TestContext, folder: string, name: string) {
  return startProcess(t, {
    name,
    file: findProgram('nats-server'),
    args: ['--config', join(folder, 'nats.conf')],
    env: { POD_NAME: name },
    ready: { output: /Server is ready/ },
  })
}

const newPorts = async (): Promise<Ports> => ({
  client: await getFreePort(),
  monitor: await getFreePort(),
  route: await getFreePort(),
})

for (const [scenario, count] of [
  ['default', 1],
  ['replicas', 3],
] as const)
  test(`real servers run the configuration of the scenario ${scenario}, and take only its accounts`, async (t) => {
    const operator = await createOperator({ organisations: ['acme'], now: Date.now() })
    const servers = await Promise.all(Array.from({ length: count }, newPorts))
    const routes = servers.map(({ route }) => `nats-route://127.0.0.1:${route}`)
    const started: StartedProcess[] = []
    for (const [index, ports] of servers.entries()) {
      const folder = writeServer(t, configOf(scenario), ports, routes)
      const accounts = toNatsAccounts(operator, join(folder, 'jwt'))
      writeFileSync(join(folder, 'accounts', 'accounts.conf'), accounts)
      started.push(await startServer(t, folder, `nats-${index}`))
    }
    const ask = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${servers[0]?.monitor}${path}`)
      // What NATS tells of itself.
      return { status: response.status, body: (await response.json()) as Readonly<Record<string, number>> }
    }
    assert.equal((await ask('/healthz')).status, 200, 'what the probes ask')
    await eventually(async () => ((await ask('/routez')).body['num_routes'] ?? -1) >= count - 1)
    const link = (credentials: Readonly<{ jwt: string; seed: string }>) =>
      createBus({
        servers: { urls: servers.map(({ client }) => `nats://127.0.0.1:${client}`) },
        organisations: [{ name: 'acme', credentials }],
        system: operator.system.user,
        replica: 'r1',
        clock: systemClock,
        tick_ms: 200,
        sign: () => '',
        enroll: () => Promise.reject(new Error('nobody enrols here')),
        log: { info: () => {}, warn: () => {} },
      })
    const bus = link(findOrganisation(operator, 'acme').control_plane)
    t.after(() => bus.close())
    await eventually(() => bus.isLinked('acme'))
    const other = await createOperator({ organisations: ['acme'], now: Date.now() })
    const stranger = link(findOrganisation(other, 'acme').control_plane)
    t.after(() => stranger.close())
    await eventually(() => started.some((server) => /authentication error/.test(server.output())))
    assert.equal(stranger.isLinked('acme'), false)
  })
