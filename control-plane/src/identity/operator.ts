import {
  createNatsKey,
  encodeAccountJwt,
  encodeOperatorJwt,
  encodeUserJwt,
  type NatsKey,
} from '../bus/nats-keys.ts'
import type { UserCredentials } from '../bus/types.ts'
import { createCallKey } from './call-keys.ts'
import type { Operator, OrganisationKeys } from './types.ts'

const LOBBY = { publish: ['v1.enroll'], subscribe: ['_INBOX_lobby.>'] }
// The control plane owns its account: it may address every agent; what it hears is what it is meant to.
const CONTROL_PLANE = {
  publish: ['>'],
  subscribe: ['v1.agent.*.report', 'v1.agent.*.beat', 'v1.agent.*.reply.>', 'v1.enroll', '_INBOX_cp.>'],
}
const SYSTEM = { publish: ['$SYS.REQ.CLAIMS.UPDATE'], subscribe: ['_INBOX_cp.>'] }

// Makes operator, system account, one organisation each and the first call key. `now` in epoch milliseconds.
export async function createOperator(
  facts: Readonly<{ organisations: readonly string[]; now: number }>,
): Promise<Operator> {
  const key = createNatsKey('operator')
  const system = createNatsKey('account')
  const operator: Operator = {
    version: 1,
    operator: {
      ...key,
      jwt: await encodeOperatorJwt({ name: 'vedette', seed: key.seed, system_account: system.public_key }),
    },
    system: {
      public_key: system.public_key,
      jwt: await encodeAccountJwt({
        name: 'SYS',
        public_key: system.public_key,
        operator_seed: key.seed,
      }),
      user: await createUser(
        { name: 'system', account: system.public_key, signing_seed: system.seed },
        SYSTEM,
      ),
    },
    organisations: [],
    call_keys: [createCallKey(facts.now)],
  }
  let whole = operator
  for (const name of facts.organisations) whole = await addOrganisation(whole, name)
  return whole
}

// The operator with one more organisation; the same operator when it has that one already.
export async function addOrganisation(operator: Operator, name: string): Promise<Operator> {
  if (operator.organisations.some((one) => one.name === name)) return operator
  const account = createNatsKey('account')
  const signing = createNatsKey('account')
  const issuer = { account: account.public_key, signing_seed: signing.seed }
  const keys: OrganisationKeys = {
    name,
    account: { public_key: account.public_key, jwt: await encodeJwt({ operator, name, account, signing }) },
    signing,
    control_plane: await createUser({ name: 'control-plane', ...issuer }, CONTROL_PLANE),
    lobby: await createUser({ name: 'lobby', ...issuer }, LOBBY),
  }
  return { ...operator, organisations: [...operator.organisations, keys] }
}

// The keys of one organisation; throws RangeError when the operator does not know it.
export function findOrganisation(operator: Operator, name: string): OrganisationKeys {
  const keys = operator.organisations.find((one) => one.name === name)
  if (keys === undefined) throw new RangeError(`the operator file has no organisation ${name}: add it first`)
  return keys
}

// The account JWT that voids what these user keys were issued before the given epoch seconds.
export function encodeRevocations(
  operator: Operator,
  organisation: string,
  revocations: Readonly<Record<string, number>>,
): Promise<string> {
  const { account, signing } = findOrganisation(operator, organisation)
  return encodeAccountJwt({
    name: organisation,
    public_key: account.public_key,
    operator_seed: operator.operator.seed,
    signing_keys: [signing.public_key],
    revocations,
  })
}

function encodeJwt(
  facts: Readonly<{ operator: Operator; name: string; account: NatsKey; signing: NatsKey }>,
): Promise<string> {
  return encodeAccountJwt({
    name: facts.name,
    public_key: facts.account.public_key,
    operator_seed: facts.operator.operator.seed,
    signing_keys: [facts.signing.public_key],
  })
}

async function createUser(
  issuer: Readonly<{ name: string; account: string; signing_seed: string }>,
  permissions: Readonly<{ publish: readonly string[]; subscribe: readonly string[] }>,
): Promise<UserCredentials> {
  const user = createNatsKey('user')
  const jwt = await encodeUserJwt({ ...issuer, ...permissions, public_key: user.public_key })
  return { jwt, seed: user.seed }
}
