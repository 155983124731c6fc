import { once } from 'node:events'
import { createServer } from 'node:net'
import { CliError } from '../cli-error.ts'
import { type DataDir, readText, writePrivate } from './data-dir.ts'

// The loopback ports that `up` prefers: the message broker and the HTTP surface.
export const DEFAULT_PORTS = Object.freeze({ nats: 4622, http: 4680 })

export type Ports = Readonly<{ nats: number; http: number }>

// Ports for this run: those of the last run, so that configured clients stay right, else the defaults, else free
// ones. A wanted HTTP port that is taken throws CliError.
export async function choosePorts(dir: DataDir, wanted: number | null): Promise<Ports> {
  const last = parsePorts(readText(dir.ports))
  if (wanted !== null && !(await isFree(wanted)))
    throw new CliError('failure', `the port ${wanted} is taken`, 'leave out --port, or choose another')
  const http = wanted ?? (await pickFree([last?.http, DEFAULT_PORTS.http]))
  const nats = await pickFree([last?.nats, DEFAULT_PORTS.nats].filter((port) => port !== http))
  const ports = { nats, http }
  writePrivate(dir.ports, `${JSON.stringify(ports)}\n`)
  return ports
}

async function pickFree(candidates: readonly (number | undefined)[]): Promise<number> {
  for (const port of candidates) if (port !== undefined && (await isFree(port))) return port
  return (await tryListen(0)) ?? 0
}

async function isFree(port: number): Promise<boolean> {
  return (await tryListen(port)) !== null
}

// Listens for a moment; the port that it got, or null when it is taken.
async function tryListen(port: number): Promise<number | null> {
  const server = createServer()
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true })
    await once(server, 'listening')
    const address = server.address()
    return address !== null && typeof address === 'object' ? address.port : null
  } catch {
    return null
  } finally {
    server.close()
  }
}

function parsePorts(text: string | null): Ports | null {
  try {
    const value = JSON.parse(text ?? 'null')
    return Number.isInteger(value?.nats) && Number.isInteger(value?.http) ? value : null
  } catch {
    return null
  }
}
