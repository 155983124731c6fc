import { CONNECTORS } from '@vedette/connectors/registry'
import { systemClock } from '@vedette/proto/clock'
import {
  type CallContext,
  type Connector,
  type ProbeResult,
  type Reading,
  SourceError,
} from '@vedette/proto/connector'

export type Account = Readonly<{
  alias: string
  account_id?: string
  role_arn?: string
  regions: readonly string[]
}>
export type KeyPair = Readonly<{ id: string; secret: string }>

/** The AWS connector on a moto server, one instance an account. */
export type AwsInstance = Readonly<{
  name: string
  run(operation: string, input?: unknown): Promise<Reading<unknown>>
  probe(): Promise<ProbeResult>
}>

/** The connector as the registry gives it. */
export async function loadAws(): Promise<Connector> {
  const entry = CONNECTORS.find((one) => one.id === 'aws')
  if (entry === undefined) throw new Error('the registry has no AWS connector')
  return entry.load()
}

/** Connects every account of one configuration, as an agent would. */
export function connectAccounts(
  connector: Connector,
  facts: Readonly<{ url: string; accounts: readonly Account[]; keys?: KeyPair; organization?: boolean }>,
): readonly AwsInstance[] {
  const { url, accounts, keys = { id: 'ADMIN', secret: 'admin' }, organization = false } = facts
  const config = connector.config.parse({
    endpoint: url,
    credentials: { access_key_id: { env: 'ID' }, secret_access_key: { env: 'SECRET' } },
    accounts,
    organization,
  })
  const split = connector.split?.(config) ?? []
  return split.map(({ suffix, config: own }) => {
    const client = connector.connect(own, {
      clock: systemClock,
      instance: suffix === '' ? 'aws' : `aws-${suffix}`,
      readSecret: async (ref) => ('env' in ref && ref.env === 'ID' ? keys.id : keys.secret),
    })
    return {
      name: suffix === '' ? 'aws' : `aws-${suffix}`,
      async run(operation, input = {}) {
        const served = connector.operations.find((one) => one.operation.id === operation)
        if (served === undefined) throw new Error(`${operation} is not served`)
        return served.run(client, input, createContext())
      },
      probe: () => connector.probe(client, createContext()),
    }
  })
}

function createContext(): CallContext {
  const { signal } = new AbortController()
  return { clock: systemClock, signal, deadline: systemClock.now() + 20_000 }
}

/** The words of a run by scope, whether it gave a reading or threw: `region: word missing`. */
export async function wordsOf(run: Promise<Reading<unknown>>): Promise<readonly string[]> {
  try {
    const { parts } = await run
    return parts.map((part) =>
      [`${part.scope['region']}: ${part.state}`, part.missing].filter(Boolean).join(' '),
    )
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return [[`all: ${error.state}`, error.carried.missing].filter(Boolean).join(' ')]
  }
}
