import { probeWith } from '@vedette/connectors/kit'
import { type CallContext, type ProbeResult, SourceError } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import type { AwsClient, Session } from './connect.ts'
import { readAccounts } from './organization.ts'
import { checkWhole } from './pages.ts'

// Proves the account by STS over the client of real calls. Another account than the configured one is
// `scope_mismatch`; an organisation that does not tell its accounts makes it `degraded`.
export async function probeAws(client: AwsClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    try {
      return await readHealth(client, context)
    } catch (error) {
      if (error instanceof SourceError && error.carried.why === 'scope_mismatch')
        return { health: 'down', code: 'scope_mismatch', scopes: [] }
      throw error
    }
  })
}

const PROBED = Object.freeze({
  id: 'probe',
  permissions: { aws: ['organizations:ListAccounts', 'sts:GetCallerIdentity'] },
})

async function readHealth(client: AwsClient, context: CallContext): Promise<ProbeResult> {
  const session = await client.open(PROBED, context)
  const scopes = toScopes(client, session)
  if (!client.config.organization) return { health: 'up', scopes }
  try {
    return { health: 'up', scopes, known_scopes: await readOrganization(session) }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { health: 'degraded', code: error.state, scopes }
  }
}

// Active accounts of the organisation, those that are read here included.
async function readOrganization(session: Session): Promise<readonly Scope[]> {
  const paged = await readAccounts(session.global())
  checkWhole(paged)
  return paged.items.flatMap(({ Id, Name, Status }) =>
    Id === undefined || Status === 'SUSPENDED'
      ? []
      : [{ account: Id, ...(Name === undefined ? {} : { account_name: Name.slice(0, 128) }) }],
  )
}

function toScopes(client: AwsClient, { account, regions }: Session): readonly Scope[] {
  const { alias } = client.account
  return regions.map((region) => ({ account, account_alias: alias, region }))
}
