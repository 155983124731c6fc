import { createByteClient } from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import type { OperationDefinition } from '@vedette/proto/operations'
import type { Scope } from '@vedette/proto/visibility'
import { createSdk, type Input, type Method, type Output, type Sdk } from './client.ts'
import type { AccountConfig, AwsConfig } from './config.ts'
import { createKeyReader, type Keys, SPARE_MS } from './credentials.ts'
import { createHandler } from './handler.ts'
import { SERVICES, type Service, toGlobalRegion } from './services.ts'

// Reads of one account in one region, signed for one operation.
export type Reader = Readonly<{
  // `global` for services that have no regions.
  region: string
  account: string
  scope: Scope
  context: CallContext
  call<S extends Service, M extends Method<S>>(
    service: S,
    method: M,
    input: Input<S, M>,
  ): Promise<Output<S, M>>
  // The same for what must still be said when the call is over, within so many milliseconds of its own.
  aside(ms: number): Reader
}>

// A proved account, opened for one operation.
export type Session = Readonly<{
  account: string
  // Who AWS says that we are, and until when, in epoch milliseconds.
  arn: string
  expiresAt: number | undefined
  regions: readonly string[]
  at(region: string): Reader
  // For services that have no regions; the scope says `global`.
  global(): Reader
}>

type Wanted = Pick<OperationDefinition, 'id' | 'permissions'>

export type AwsClient = Readonly<{
  instance: string
  config: AwsConfig
  account: AccountConfig
  // Proves the account and narrows the credential to the operation where a role is taken. Throws SourceError.
  open(operation: Wanted, context: CallContext): Promise<Session>
  close(): void
}>

type Assumed = Readonly<{ keys: Keys; arn: string; account: string }>

// Makes the client of one account; no network or secret is touched until the first call.
export function connectAws(config: AwsConfig, connect: ConnectContext): AwsClient {
  const [account, ...others] = config.accounts
  if (account === undefined || others.length > 0) throw new TypeError('an instance reads one account')
  return connectAccount(account, config, connect)
}

function connectAccount(account: AccountConfig, config: AwsConfig, connect: ConnectContext): AwsClient {
  const { instance, clock } = connect
  const bytes = createByteClient({ name: instance, allows: (url) => isAllowed(url, config) })
  const sdk = createSdk({ handler: createHandler(bytes, instance), endpoint: config.endpoint })
  const home = account.regions[0] ?? 'us-east-1'
  const readKeys = createKeyReader(config.credentials, {
    connect,
    bytes,
    exchange: (token, roleArn, context) => exchangeToken(sdk, { token, roleArn, region: home, context }),
  })
  const sessions = new Map<string, Assumed>()
  const proved = new Map<string, Readonly<{ account: string; arn: string }>>()

  async function assume(operation: Wanted, base: Keys, context: CallContext): Promise<Assumed> {
    const key = `${operation.id} ${base.accessKeyId}`
    const kept = sessions.get(key)
    if (kept?.keys.expiresAt !== undefined && clock.now() < kept.keys.expiresAt - SPARE_MS) return kept
    const made = await assumeRole(sdk, { account, instance, operation, keys: base, region: home, context })
    sessions.set(key, made)
    return made
  }

  async function prove(
    keys: Keys,
    context: CallContext,
  ): Promise<Readonly<{ account: string; arn: string }>> {
    const known = proved.get(keys.accessKeyId)
    if (known !== undefined) return known
    const said = await sdk.call({ service: 'sts', region: home, keys, context }, 'getCallerIdentity', {})
    if (said.Account === undefined || said.Arn === undefined)
      throw new SourceError('unusable', { why: 'schema_mismatch' })
    const found = { account: said.Account, arn: said.Arn }
    if (proved.size > 8) proved.clear()
    proved.set(keys.accessKeyId, found)
    return found
  }

  return {
    instance,
    config,
    account,
    async open(operation, context) {
      const base = await readKeys(context)
      const own =
        account.role_arn === undefined
          ? { keys: base, ...(await prove(base, context)) }
          : await assume(operation, base, context)
      if (account.account_id !== undefined && account.account_id !== own.account)
        throw new SourceError('unusable', { why: 'scope_mismatch' })
      return createSession(sdk, { own, account, context })
    },
    close: () => bytes.close(),
  }
}

function createSession(
  sdk: Sdk,
  { own, account, context }: Readonly<{ own: Assumed; account: AccountConfig; context: CallContext }>,
): Session {
  const home = account.regions[0] ?? 'us-east-1'
  const reader = (region: string, named: string, within: CallContext): Reader => ({
    region: named,
    account: own.account,
    scope: { account: own.account, region: named },
    context: within,
    call: (service, method, input) => {
      const isGlobal = 'global' in SERVICES[service]
      const at = isGlobal ? toGlobalRegion(home) : region
      return sdk.call({ service, region: at, keys: own.keys, context: within }, method, input)
    },
    aside(ms) {
      const { clock } = within
      return reader(region, named, {
        clock,
        signal: new AbortController().signal,
        deadline: clock.now() + ms,
      })
    },
  })
  return {
    account: own.account,
    arn: own.arn,
    expiresAt: own.keys.expiresAt,
    regions: account.regions,
    at: (region) => reader(region, region, context),
    global: () => reader(home, 'global', context),
  }
}

// Only AWS's own hosts, or the one that the configuration puts in their place, and the givers of credentials.
function isAllowed(url: URL, { endpoint, credentials }: AwsConfig): boolean {
  const given =
    'container' in credentials
      ? credentials.container.url
      : 'instance_role' in credentials
        ? credentials.instance_role.url
        : undefined
  const hosts = [endpoint, given].flatMap((one) => (one === undefined ? [] : [new URL(one).host]))
  if (hosts.includes(url.host)) return true
  return (
    endpoint === undefined && url.protocol === 'https:' && /\.amazonaws\.com(?:\.cn)?$/.test(url.hostname)
  )
}

type AssumeFacts = Readonly<{
  account: AccountConfig
  instance: string
  operation: Wanted
  keys: Keys
  region: string
  context: CallContext
}>

// Takes the account's role for one operation: the session's policy holds that operation's actions and no others.
async function assumeRole(sdk: Sdk, facts: AssumeFacts): Promise<Assumed> {
  const { account, instance, operation, keys, region, context } = facts
  const said = await sdk.call({ service: 'sts', region, keys, context }, 'assumeRole', {
    RoleArn: account.role_arn,
    RoleSessionName: `vedette-${instance}`.replaceAll(/[^\w+=,.@-]/g, '-').slice(0, 64),
    DurationSeconds: 3600,
    Policy: toSessionPolicy(operation),
    ...(account.external_id === undefined ? {} : { ExternalId: account.external_id }),
  })
  const arn = said.AssumedRoleUser?.Arn ?? ''
  const proved = /^arn:aws[a-z-]*:sts::(\d{12}):assumed-role\//.exec(arn)?.[1]
  if (proved === undefined) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return { keys: toKeys(said.Credentials), arn, account: proved }
}

// The policy of a session for one operation, in IAM's JSON.
export function toSessionPolicy({ permissions }: Pick<Wanted, 'permissions'>): string {
  const Action = [...(permissions['aws'] ?? [])].sort()
  const own = Action.length === 0 ? ['sts:GetCallerIdentity'] : Action
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: own, Resource: '*' }],
  })
}

async function exchangeToken(
  sdk: Sdk,
  facts: Readonly<{ token: string; roleArn: string; region: string; context: CallContext }>,
): Promise<Keys> {
  const { region, context } = facts
  // The call carries the token and is not signed.
  const keys = { accessKeyId: 'none', secretAccessKey: 'none' }
  const said = await sdk.call({ service: 'sts', region, keys, context }, 'assumeRoleWithWebIdentity', {
    RoleArn: facts.roleArn,
    RoleSessionName: 'vedette',
    WebIdentityToken: facts.token,
  })
  return toKeys(said.Credentials)
}

function toKeys(
  said:
    | {
        AccessKeyId?: string | undefined
        SecretAccessKey?: string | undefined
        SessionToken?: string | undefined
        Expiration?: Date | undefined
      }
    | undefined,
): Keys {
  const {
    AccessKeyId: accessKeyId,
    SecretAccessKey: secretAccessKey,
    SessionToken: sessionToken,
    Expiration,
  } = said ?? {}
  if (accessKeyId === undefined || secretAccessKey === undefined || sessionToken === undefined)
    throw new SourceError('unusable', { why: 'schema_mismatch' })
  return {
    accessKeyId,
    secretAccessKey,
    sessionToken,
    ...(Expiration === undefined ? {} : { expiresAt: Expiration.getTime() }),
  }
}
