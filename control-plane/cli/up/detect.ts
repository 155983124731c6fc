import { existsSync, readFileSync } from 'node:fs'
import type { CliEnvironment } from '../config.ts'

const PROMETHEUS_PORT = 9090
const LISTEN = '0A'

// Something of this machine that could be connected: what it is, where, the command that would do it, and what else
// may be given to it.
export type Finding = Readonly<{ what: string; where: string; connect: string | null; more?: string }>

// What is known of the local agent: the connectors that are built in, and the settings of those that it has.
export type Connected = Readonly<{
  builtIn: ReadonlySet<string>
  configs: readonly Readonly<Record<string, unknown>>[]
}>

// Looks at names and at the kernel's list of sockets only: opens no file of a person and connects to nothing. Files
// that a connector reads already are left out.
export function detect(
  environment: Pick<CliEnvironment, 'kubeconfigs' | 'aws_files'>,
  connected: Connected,
): readonly Finding[] {
  const known = JSON.stringify(connected.configs)
  const isFound = (path: string) => existsSync(path) && !known.includes(JSON.stringify(path))
  const toConnect = (connector: string, options: string) =>
    connected.builtIn.has(connector) ? `vedette connect ${connector} ${options}` : null
  const kubeconfigs = environment.kubeconfigs.filter(isFound).map((where) => ({
    what: 'kubeconfig',
    where,
    connect: toConnect('kubernetes', `--kubeconfig ${toWord(where)}`),
    more: '--context NAME for another than its current one',
  }))
  const [config = '', credentials = ''] = environment.aws_files
  const found = [credentials, config].find(isFound)
  return [
    ...kubeconfigs,
    ...(found === undefined || !connected.builtIn.has('aws') ? [] : [toAws(found, found === credentials)]),
    ...detectPrometheus(connected.configs.map(({ url }) => String(url))),
  ]
}

// The connector reads the file of credentials; the one of settings tells only that there are profiles.
function toAws(where: string, hasCredentials: boolean): Finding {
  const file = hasCredentials ? toWord(where) : 'FILE'
  return {
    what: 'AWS profiles',
    where,
    connect: `vedette connect aws --credentials-file ${file} --profile NAME --account ALIAS --regions eu-west-1,...`,
  }
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

// A path as one word of a shell's command line.
function toWord(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
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
