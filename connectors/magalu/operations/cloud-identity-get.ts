import { toRfc3339 } from '@vedette/connectors/kit'
import { complete, serve } from '@vedette/proto/connector'
import { cloudIdentityGet } from '@vedette/proto/operations'
import type { MagaluClient } from '../client.ts'

// The tenant that Magalu Cloud says the token belongs to. Whose token it is, it does not say.
export const serveCloudIdentityGet = serve(
  cloudIdentityGet,
  async (client: MagaluClient, _input, context) => {
    const { tenant, name } = await client.identify(context)
    const value = {
      account: tenant,
      account_name: name,
      organisation: null,
      principal: null,
      kind: client.config.auth === 'key' ? ('api_key' as const) : ('unknown' as const),
      regions: [...client.config.regions],
      expires_at: null,
    }
    const scope = { account: tenant }
    return complete(value, { items: 1, as_of: toRfc3339(context.clock.now()), scope })
  },
)
