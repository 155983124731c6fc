// A connector in a process of its own. The contract stands in connector.proto; what it serves is in OPERATIONS.
import { readFileSync } from 'node:fs'
import { cpus, hostname, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  loadPackageDefinition,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  status,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'

const ID = 'my-connector'
const VERSION = '0.1.0'

// What an operation gives: a value that fits its output, and how many items of which scope were read when.
type Answer = Readonly<{ value: unknown; items: number; scope: Readonly<Record<string, string>> }>
type Operation = Readonly<{
  contract: number
  // The arguments that it knows; any other is refused.
  takes: readonly string[]
  // `signal` aborts when the caller goes away: stop asking the vendor then.
  run(input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Answer>
}>

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'host.load.get': {
    contract: 1,
    takes: [],
    async run() {
      const [load_1m = 0, load_5m = 0, load_15m = 0] = loadavg()
      const count = cpus().length || null
      const value = {
        load_1m,
        load_5m,
        load_15m,
        cpus: count,
        load_1m_per_cpu: count === null ? null : load_1m / count,
        // What is not read is null, never zero.
        tasks_runnable: null,
        tasks_total: null,
        cpu_stalled_percent_10s: null,
        cpu_stalled_percent_5m: null,
        io_stalled_percent_10s: null,
        io_stalled_percent_5m: null,
      }
      return { value, items: 1, scope: { host: hostname() } }
    },
  },
}

type RunCall = Readonly<{
  request: Readonly<{ operation: string; contract: number; arguments_json: Buffer }>
  on(event: 'cancelled', run: () => void): void
  write(frame: object): void
  emit(event: 'error', error: object): void
  end(): void
}>

const methods = {
  Describe(_: unknown, done: (error: null, answer: object) => void) {
    const operations = Object.entries(OPERATIONS).map(([id, { contract }]) => ({ id, contract }))
    done(null, { id: ID, version: VERSION, operations })
  },
  // Make one cheap authenticated read here, and give the scope that its answer proves.
  Probe(_: unknown, done: (error: null, answer: object) => void) {
    done(null, { health: 'up', scopes: [{ entries: { host: hostname() } }] })
  },
  async Run(call: RunCall) {
    const { operation: id, contract, arguments_json } = call.request
    const operation = Object.hasOwn(OPERATIONS, id) ? OPERATIONS[id] : undefined
    if (operation?.contract !== contract)
      return call.emit('error', { code: status.UNIMPLEMENTED, details: 'not served' })
    const stop = new AbortController()
    call.on('cancelled', () => stop.abort())
    const input: Record<string, unknown> = JSON.parse(arguments_json.toString() || '{}')
    const strange = Object.keys(input).find((key) => !operation.takes.includes(key))
    if (strange !== undefined) {
      call.write({
        refusal: { code: 'invalid_argument', field: strange, message: 'there is no such argument' },
      })
      return call.end()
    }
    try {
      const { value, items, scope } = await operation.run(input, stop.signal)
      const as_of = new Date().toISOString()
      const bytes = Buffer.from(JSON.stringify(value))
      // A message holds 256 KiB at most, a value 8 MiB.
      for (let at = 0; at < bytes.length; at += 128 * 1024)
        call.write({ value: bytes.subarray(at, at + 128 * 1024) })
      // Zero items are `unproven` until you can prove that there are none: see README.md.
      const word = items > 0 ? { state: 'read' } : { state: 'unproven', why: 'no_proof' }
      call.write({ reading: { parts: [{ scope: { entries: scope }, ...word, items, as_of }] } })
    } catch {
      // Tell your vendor's failures apart here: unauthorized, forbidden, throttled, timed_out ...
      call.write({ failure: { part: { state: 'upstream_failed', errno: 'EVENDOR' } } })
    }
    call.end()
  },
}

const { values } = parseArgs({
  options: {
    listen: { type: 'string', default: './my-connector.sock' },
    ca: { type: 'string' },
    cert: { type: 'string' },
    key: { type: 'string' },
  },
})
const { ca, cert, key, listen } = values
const isSocket = listen.includes('/')
if (!isSocket && (ca === undefined || cert === undefined || key === undefined)) {
  console.error(
    'an address needs --ca, --cert and --key: only agents with a certificate of that authority may ask',
  )
  process.exit(2)
}
const pair = { cert_chain: read(cert), private_key: read(key) }
const credentials = isSocket
  ? ServerCredentials.createInsecure()
  : ServerCredentials.createSsl(read(ca), [pair], true)

const loaded = loadSync(join(import.meta.dirname, 'connector.proto'), { keepCase: true, defaults: true })
const { connector } = loadPackageDefinition(loaded) as unknown as Loaded // the contract is a file, its types are not known
type Loaded = Readonly<{ connector: { v1: { ConnectorService: { service: ServiceDefinition } } } }>
const server = new Server()
server.addService(connector.v1.ConnectorService.service, methods)
server.bindAsync(isSocket ? `unix:${resolve(listen)}` : listen, credentials, (error) => {
  if (error !== null) throw error
  console.log(`${ID} listens on ${listen}`)
})

function read(file: string | undefined): Buffer {
  return file === undefined ? Buffer.alloc(0) : readFileSync(file)
}
