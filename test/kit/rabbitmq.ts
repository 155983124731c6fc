import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { createFolder } from './folder.ts'
import { getFreePort } from './ports.ts'
import { type StartedProcess, startProcess } from './process.ts'
import { findTool } from './programs.ts'

/** A real RabbitMQ with its management API at `url` (user and password `guest`). */
export type StartedRabbitmq = StartedProcess & {
  readonly url: string
  readonly port: number
  /** Calls the management API as `guest` and gives the parsed answer; throws when it is no 2xx. */
  readonly api: (method: string, path: string, body?: unknown) => Promise<unknown>
}

/** Starts a node of its own, with its own port mapper, all on loopback and in a temporary folder; takes 5 to 20 s. */
export async function startRabbitmq(cleanup: Cleanup): Promise<StartedRabbitmq> {
  const folder = createFolder(cleanup)
  const [amqp, port, distribution, mapper] = [
    await getFreePort(),
    await getFreePort(),
    await getFreePort(),
    await getFreePort(),
  ]
  const name = `vedette${port}@localhost`
  writeFileSync(join(folder, 'enabled_plugins'), '[rabbitmq_management].\n')
  const config = [
    `listeners.tcp.1 = 127.0.0.1:${amqp}`,
    'management.tcp.ip = 127.0.0.1',
    `management.tcp.port = ${port}`,
    'collect_statistics_interval = 1000',
    'log.console = true',
    'log.file = false',
  ]
  writeFileSync(join(folder, 'rabbitmq.conf'), `${config.join('\n')}\n`)
  // The wrapper on the PATH changes to a system user; the script behind it runs as whoever calls it.
  const script = join(dirname(find('rabbitmq-server')), '..', 'lib/rabbitmq/bin/rabbitmq-server')
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    LANG: 'C.UTF-8',
    ERL_EPMD_PORT: String(mapper),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: name,
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1} +S 1:1',
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    // One process that takes signals itself, instead of a shell that waits for it.
    RABBITMQ_ALLOW_INPUT: '1',
    RABBITMQ_CONF_ENV_FILE: join(folder, 'none'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
  }
  const url = `http://127.0.0.1:${port}`
  // Started first and by ourselves, so that it ends with the test and listens on loopback alone.
  await startProcess(cleanup, { name: 'epmd', file: find('epmd'), args: ['-port', String(mapper)], env })
  const headers = { authorization: `Basic ${btoa('guest:guest')}`, 'content-type': 'application/json' }
  const started = await startProcess(cleanup, {
    name: 'rabbitmq-server',
    file: script,
    env,
    cwd: folder,
    ready: async () => {
      const answer = await fetch(`${url}/api/overview`, { headers }).catch(() => undefined)
      return answer?.ok === true
    },
    readyMs: 90_000,
    stopMs: 15_000,
  })
  async function api(method: string, path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${url}/api/${path}`, { method, headers, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} gave ${answer.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  return { ...started, url, port, api }
}

function find(name: string): string {
  const path = findTool(name)
  if (path === undefined) throw new Error(`${name} is not installed`)
  return path
}
