import { randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import { type EnrollReply, type EnrollRequest, enrollRequestSchema, toRenewalText } from '@vedette/proto/wire'
import { isUserPublicKey, verifyUserSignature } from '../bus/nats-keys.ts'
import type { Enroll } from '../bus/types.ts'
import type { EnrolmentRow, Store } from '../store/types.ts'
import { issueAgentJwt } from './agent-jwt.ts'
import { toSigningKeys } from './call-keys.ts'
import { createIssuerKeys, type IssuerKeys, joinCluster } from './kubernetes/index.ts'
import type { Operator } from './types.ts'

export type EnrollerOptions = Readonly<{
  store: Pick<Store, 'joinTokens' | 'enrolments' | 'clusters'>
  // Read at each use: organisations and call keys may be added while running.
  operator: () => Operator
  clock: Clock
  tick_ms: number
  // Told after each new key, so that the fleet knows the agent before its first report.
  enrolled?: (organisation: string) => Promise<void>
}>

type Refusal = Extract<EnrollReply, { outcome: 'refused' }>
type JoinRequest = Extract<EnrollRequest, { proof: 'join_token' }>
type ClusterRequest = Extract<EnrollRequest, { proof: 'kubernetes' }>
type RenewalRequest = Extract<EnrollRequest, { proof: 'renewal' }>

const MESSAGES: Readonly<Record<Refusal['error']['code'], string>> = Object.freeze({
  token_unknown: 'this join token is not known here: make one with `vedette token create --join`',
  token_used: 'this join token has no uses left: make another with `vedette token create --join`',
  token_expired: 'this join token has expired: make another with `vedette token create --join`',
  revoked: 'this key or token is revoked: enrol again with a new join token',
  bad_proof: 'the proof does not hold for this agent and key: enrol again with a new join token',
  cluster_unknown:
    'no registered cluster has the issuer of this token: register it with `vedette fleet register`',
  issuer_away: "the keys of the token's issuer cannot be read now: check that the control plane reaches it",
  malformed: 'the enrolment request cannot be read: agent and control plane may be of different releases',
})

// Answers enrolment requests: a join token or a pod's ServiceAccount token makes a new key of an agent, a signature by a
// known key renews its JWT.
export function createEnroller(options: EnrollerOptions): Enroll {
  const keysOf = createIssuerKeys(options.clock)
  return async (organisation, request) => {
    const parsed = enrollRequestSchema.safeParse(request)
    if (!parsed.success || !isUserPublicKey(parsed.data.public_key)) return refuse('malformed')
    switch (parsed.data.proof) {
      case 'renewal':
        return renew(options, organisation, parsed.data)
      case 'kubernetes':
        return admit({ ...options, keysOf }, organisation, parsed.data)
      case 'join_token':
        return join(options, organisation, parsed.data)
      default:
        return parsed.data satisfies never
    }
  }
}

async function admit(
  options: EnrollerOptions & Readonly<{ keysOf: IssuerKeys }>,
  organisation: string,
  request: ClusterRequest,
): Promise<EnrollReply> {
  const joined = await joinCluster(options, organisation, request)
  if (joined.kind === 'refused') return refuse(joined.code)
  await options.enrolled?.(organisation)
  const { agent, identity } = joined
  const reply = await accept(options, { organisation, agent, public_key: request.public_key })
  return reply.outcome === 'enrolled' ? { ...reply, identity } : reply
}

async function join(
  options: EnrollerOptions,
  organisation: string,
  request: JoinRequest,
): Promise<EnrollReply> {
  const { store, clock } = options
  const now = clock.now()
  // Only a token of the cluster proves what a cluster is.
  if (request.identity.kind !== 'host') return refuse('bad_proof')
  const token = await store.joinTokens.redeem(request.join_token, now)
  if (typeof token === 'string') return refuse(token)
  if (token.organisation !== organisation) return refuse('token_unknown')
  // The same proven identity keeps its id, also after its keys were revoked: the token is what lets it back in.
  const known = await store.enrolments.findByIdentity(organisation, request.identity)
  const agent = known.at(-1)?.agent ?? `ag_${randomBytes(12).toString('hex')}`
  const taken = known.find((row) => row.public_key === request.public_key)
  if (taken !== undefined && taken.revoked_at !== null) return refuse('revoked')
  if (taken !== undefined) await store.enrolments.renew(organisation, agent, request.public_key, now)
  else if (!(await tryAdd(options, { organisation, agent, request, labels: token.labels, now })))
    return refuse('bad_proof')
  await options.enrolled?.(organisation)
  return accept(options, { organisation, agent, public_key: request.public_key })
}

// False when the key belongs to another agent already.
async function tryAdd(
  { store }: EnrollerOptions,
  facts: Readonly<{
    organisation: string
    agent: string
    request: JoinRequest
    labels: EnrolmentRow['labels']
    now: number
  }>,
): Promise<boolean> {
  const { organisation, agent, request, labels, now } = facts
  const rows = await store.enrolments.list(organisation)
  if (rows.some((row) => row.public_key === request.public_key)) return false
  await store.enrolments.add(
    {
      agent,
      organisation,
      public_key: request.public_key,
      identity_kind: request.identity.kind,
      identity_id: request.identity.id,
      name: rows.find((row) => row.agent === agent)?.name ?? request.name,
      labels,
    },
    now,
  )
  return true
}

// Renews without a bound on `at`: a replay gives a JWT that is of no use without the key's seed, and skew must not
// lock an agent out.
async function renew(
  options: EnrollerOptions,
  organisation: string,
  request: RenewalRequest,
): Promise<EnrollReply> {
  const { store, clock } = options
  const { agent, public_key, signature, at } = request
  const rows = await store.enrolments.find(organisation, agent)
  const row = rows.find((one) => one.public_key === public_key)
  // A pod's key is renewed by its token alone: a copied seed is worth no more than the JWT beside it.
  if (row === undefined || row.identity_kind === 'kubernetes') return refuse('bad_proof')
  if (!verifyUserSignature({ public_key, text: toRenewalText(agent, at), signature }))
    return refuse('bad_proof')
  if (row.revoked_at !== null) return refuse('revoked')
  if (!(await store.enrolments.renew(organisation, agent, public_key, clock.now()))) return refuse('revoked')
  return accept(options, { organisation, agent, public_key })
}

async function accept(
  options: EnrollerOptions,
  facts: Readonly<{ organisation: string; agent: string; public_key: string }>,
): Promise<EnrollReply> {
  const operator = options.operator()
  const issued = await issueAgentJwt(operator, { ...facts, now: options.clock.now() })
  return {
    type: 'vedette.v1.enrolled',
    outcome: 'enrolled',
    agent: facts.agent,
    ...issued,
    signing_keys: [...toSigningKeys(operator)],
    tick_ms: options.tick_ms,
    organisation: facts.organisation,
  }
}

function refuse(code: Refusal['error']['code']): Refusal {
  return { type: 'vedette.v1.enrolled', outcome: 'refused', error: { code, message: MESSAGES[code] } }
}
