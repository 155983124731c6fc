import type { Operator } from './types.ts'

export type NatsConfigOptions = Readonly<{
  port: number
  // Address to listen on; loopback unless told.
  host?: string
  // Where the server keeps account JWTs, so that revocations survive its restart.
  resolver_dir: string
  // WebSocket beside TCP, for agents that may only use HTTP ports.
  websocket?: Readonly<{ port: number; tls?: TlsFiles }>
  tls?: TlsFiles
  // HTTP monitoring on loopback.
  monitor_port?: number
}>
export type TlsFiles = Readonly<{ cert_file: string; key_file: string }>

// Configuration text for nats-server 2.9 and later: operator mode, full resolver, no JetStream.
export function toNatsConfig(operator: Operator, options: NatsConfigOptions): string {
  const host = options.host ?? '127.0.0.1'
  const lines = [
    `listen: ${quote(`${host}:${options.port}`)}`,
    ...(options.monitor_port === undefined ? [] : [`http: "127.0.0.1:${options.monitor_port}"`]),
    'max_payload: 1048576',
    'ping_interval: "5s"',
    'ping_max: 2',
    // The default of 2 s cuts off clients that sign slowly, as all do on a loaded host after a restart of the server.
    'authorization { timeout: 10 }',
    ...(options.tls === undefined ? [] : [`tls ${toTls(options.tls)}`]),
    ...(options.websocket === undefined ? [] : [toWebsocket(host, options.websocket)]),
    ...toAccountLines(operator, options.resolver_dir),
  ]
  return `${lines.join('\n')}\n`
}

// The accounts alone, to be included by a server whose other settings stand elsewhere. Public halves and JWTs only: no
// key of the operator is in it.
export function toNatsAccounts(operator: Operator, resolverDir: string): string {
  return `${toAccountLines(operator, resolverDir).join('\n')}\n`
}

function toAccountLines(operator: Operator, resolverDir: string): readonly string[] {
  const preload = [
    [operator.system.public_key, operator.system.jwt] as const,
    ...operator.organisations.map(({ account }) => [account.public_key, account.jwt] as const),
  ]
  return [
    `operator: ${operator.operator.jwt}`,
    `system_account: ${operator.system.public_key}`,
    'resolver {',
    '  type: full',
    `  dir: ${quote(resolverDir)}`,
    '  allow_delete: false',
    '  interval: "2m"',
    '}',
    'resolver_preload {',
    ...preload.map(([account, jwt]) => `  ${account}: ${jwt}`),
    '}',
  ]
}

function toWebsocket(host: string, socket: NonNullable<NatsConfigOptions['websocket']>): string {
  const security = socket.tls === undefined ? 'no_tls: true' : `tls ${toTls(socket.tls)}`
  return `websocket { listen: ${quote(`${host}:${socket.port}`)}, ${security} }`
}

function toTls(files: TlsFiles): string {
  return `{ cert_file: ${quote(files.cert_file)}, key_file: ${quote(files.key_file)} }`
}

function quote(text: string): string {
  if (/["\\\n]/.test(text))
    throw new TypeError('a path or address in the NATS configuration has a quote or backslash')
  return `"${text}"`
}
