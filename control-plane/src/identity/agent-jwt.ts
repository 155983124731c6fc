import { agentPermissions } from '@vedette/proto/wire'
import { encodeUserJwt } from '../bus/nats-keys.ts'
import { findOrganisation } from './operator.ts'
import type { Operator } from './types.ts'

// How long an agent's JWT lives, in milliseconds.
export const AGENT_JWT_TTL_MS = 24 * 3_600_000

export type AgentJwtRequest = Readonly<{
  organisation: string
  agent: string
  public_key: string
  now: number
  ttl_ms?: number
}>

// A user JWT with exactly the agent's own subjects. Throws RangeError for an unknown organisation, TypeError for a bad id.
export async function issueAgentJwt(
  operator: Operator,
  request: AgentJwtRequest,
): Promise<Readonly<{ jwt: string; expires_at: number }>> {
  const { account, signing } = findOrganisation(operator, request.organisation)
  const expires = Math.floor((request.now + (request.ttl_ms ?? AGENT_JWT_TTL_MS)) / 1000)
  const jwt = await encodeUserJwt({
    name: request.agent,
    public_key: request.public_key,
    account: account.public_key,
    signing_seed: signing.seed,
    ...agentPermissions(request.agent),
    expires_at: expires,
  })
  return { jwt, expires_at: expires * 1000 }
}
