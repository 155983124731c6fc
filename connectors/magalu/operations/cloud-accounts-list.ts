import { matchVisible, toRfc3339 } from '@vedette/connectors/kit'
import { complete, serve } from '@vedette/proto/connector'
import { cloudAccountsList } from '@vedette/proto/operations'
import type { MagaluClient } from '../client.ts'

// The one tenant of the token. Others cannot be listed, so more may exist and none of another name is ever proved.
export const serveCloudAccountsList = serve(
  cloudAccountsList,
  async (client: MagaluClient, input, context) => {
    const { tenant, name } = await client.identify(context)
    const own = {
      account: tenant,
      name,
      parent: null,
      state: 'unknown' as const,
      readable: true,
      labels: null,
      created_at: null,
    }
    const accounts = matchVisible(context, `${tenant} ${name ?? ''}`, input.match) ? [own] : []
    return complete(
      { accounts, universe: 'not_enumerated' as const, total: null },
      {
        items: accounts.length,
        as_of: toRfc3339(context.clock.now()),
        scope: { account: tenant },
        unproven: 'tenants_cannot_be_listed',
      },
    )
  },
)
