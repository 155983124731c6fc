import { existsSync, readFileSync } from 'node:fs'
import type { CliEnvironment } from '../config.ts'

const PROMETHEUS_PORT = 9090
const LISTEN = '0A'

// Something of this machine that could be connected: what it is, where, and the command that would do it.
export type Finding = Readonly<{ what: string; where: string; connect: string | null }>

// Looks at names and at the kernel's list of sockets only: opens no file of a person and connects to nothing.
export function detect(
  environment: Pick<CliEnvironment, 'kubeconfigs' | 'aws_files'>,
  connectedUrls: readonly string[],
): readonly Finding[] {
  const files = (what: string, paths: readonly string[]): Finding[] =>
    paths.filter((path) => existsSync(path)).map((where) => ({ what, where, connect: null }))
  return [
    ...files('kubeconfig', environment.kubeconfigs),
    ...files('AWS profiles', environment.aws_files),
    ...detectPrometheus(connectedUrls),
  ]
}

function detectPrometheus(connectedUrls: readonly string[]): readonly Finding[] {
  const isKnown = connectedUrls.some((url) => URL.canParse(url) && new URL(url).port === `${PROMETHEUS_PORT}`)
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map(readTable)
  if (isKnown || !tables.some((table) => isListening(table, PROMETHEUS_PORT))) return []
  const url = `http://127.0.0.1:${PROMETHEUS_PORT}`
  return [
    {
      what: 'a local Prometheus, by its port',
      where: url,
      connect: `vedette connect prometheus --url ${url}`,
    },
  ]
}

// True when a table in the form of /proc/net/tcp has a listening socket on the port.
export function isListening(table: string, port: number): boolean {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .some(([, local, , state]) => state === LISTEN && local?.split(':')[1] === hex)
}

function readTable(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
