import { readFile } from 'node:fs/promises'
import { CONNECTORS } from '@vedette/connectors/registry'
import { systemClock } from '@vedette/proto/clock'
import type { CallContext, Connector, ProbeResult, Reading } from '@vedette/proto/connector'
import type { Cluster, User } from './cluster.ts'

/** The connector on a real cluster, as one user. */
export type Asking = Readonly<{
  connector: Connector
  /** A key stands for one approved action, which a write needs. */
  run(operation: string, input?: unknown, idempotencyKey?: string): Promise<Reading<unknown>>
  probe(): Promise<ProbeResult>
  close(): Promise<void>
}>

const DEADLINE_MS = 45_000

/** Connects as a user, by address and token, with further settings. */
export async function connectAs(
  cluster: Cluster,
  user: User | 'stranger',
  settings: object = {},
): Promise<Asking> {
  const entry = CONNECTORS.find((one) => one.id === 'kubernetes')
  if (entry === undefined) throw new Error('the registry has no kubernetes connector')
  const connector = await entry.load()
  const token = { env: 'TOKEN' }
  const config = connector.config.parse({
    server: cluster.url,
    ca_file: cluster.caFile,
    cluster: 'bench',
    token,
    ...settings,
  })
  const client = connector.connect(config, {
    clock: systemClock,
    instance: 'kubernetes',
    readSecret: async (ref) => {
      if ('file' in ref) return readFile(ref.file, 'utf8')
      return user === 'stranger' ? 'unknown-token' : cluster.tokenOf(user)
    },
  })
  const context = (idempotencyKey?: string): CallContext => {
    const { signal } = new AbortController()
    const key = idempotencyKey === undefined ? {} : { idempotencyKey }
    return { clock: systemClock, signal, deadline: systemClock.now() + DEADLINE_MS, ...key }
  }
  return {
    connector,
    async run(operation, input = {}, idempotencyKey) {
      const served = connector.operations.find((one) => one.operation.id === operation)
      if (served === undefined) throw new Error(`${operation} is not served`)
      const reading = await served.run(client, input, context(idempotencyKey))
      return { ...reading, value: served.operation.output.parse(reading.value) }
    },
    probe: () => connector.probe(client, context()),
    close: async () => connector.close?.(client),
  }
}
