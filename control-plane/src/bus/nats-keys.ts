import { encodeAccount, encodeOperator, encodeUser } from '@nats-io/jwt'
import { createAccount, createOperator as createOperatorPair, createUser, fromPublic } from '@nats-io/nkeys'
import { toFastPair, verifyFast } from './fast-key.ts'

// An NKey in text: its public name and the seed that proves it.
export type NatsKey = Readonly<{ public_key: string; seed: string }>

export type UserClaims = Readonly<{
  name: string
  // The user's public key, and the account's; signed by one of the account's signing keys.
  public_key: string
  account: string
  signing_seed: string
  publish: readonly string[]
  subscribe: readonly string[]
  // Epoch seconds; absent means no expiry.
  expires_at?: number
}>

const MAKERS = { operator: createOperatorPair, account: createAccount, user: createUser }

// A new key of the given kind.
export function createNatsKey(kind: keyof typeof MAKERS): NatsKey {
  const pair = MAKERS[kind]()
  return { public_key: pair.getPublicKey(), seed: new TextDecoder().decode(pair.getSeed()) }
}

// The operator's JWT, signed by itself; names the system account.
export function encodeOperatorJwt(
  facts: Readonly<{ name: string; seed: string; system_account: string }>,
): Promise<string> {
  return encodeOperator(facts.name, toFastPair(facts.seed), { system_account: facts.system_account })
}

// An account's JWT, signed by the operator. `revocations`: user key to the epoch second up to which its JWTs are void.
export function encodeAccountJwt(
  facts: Readonly<{
    name: string
    public_key: string
    operator_seed: string
    signing_keys?: readonly string[]
    revocations?: Readonly<Record<string, number>>
  }>,
): Promise<string> {
  // The library writes zero for every limit that is not said, and zero means none at all. JetStream stays out: no limits.
  const limits = {
    subs: -1,
    data: -1,
    payload: -1,
    imports: -1,
    exports: -1,
    wildcards: true,
    conn: -1,
    leaf: 0,
    disallow_bearer: true,
  }
  const account = {
    limits,
    ...(facts.signing_keys === undefined ? {} : { signing_keys: [...facts.signing_keys] }),
    ...(facts.revocations === undefined ? {} : { revocations: { ...facts.revocations } }),
  }
  return encodeAccount(facts.name, facts.public_key, account, { signer: toFastPair(facts.operator_seed) })
}

// A user's JWT with exactly these permissions; never a bearer, never allowed to answer on any reply subject.
export function encodeUserJwt(claims: UserClaims): Promise<string> {
  const user = {
    pub: { allow: [...claims.publish] },
    sub: { allow: [...claims.subscribe] },
    subs: -1,
    data: -1,
    payload: -1,
    bearer_token: false,
  }
  return encodeUser(claims.name, claims.public_key, claims.account, user, {
    signer: toFastPair(claims.signing_seed),
    ...(claims.expires_at === undefined ? {} : { exp: claims.expires_at }),
  })
}

// Tells whether the text is a well-formed public key of a user.
export function isUserPublicKey(text: string): boolean {
  if (!text.startsWith('U')) return false
  try {
    fromPublic(text)
    return true
  } catch {
    return false
  }
}

// Tells whether this user key made the signature (base64url) over the text.
export function verifyUserSignature(
  facts: Readonly<{ public_key: string; text: string; signature: string }>,
): boolean {
  try {
    const signature = new Uint8Array(Buffer.from(facts.signature, 'base64url'))
    return verifyFast(facts.public_key, new TextEncoder().encode(facts.text), signature)
  } catch {
    return false
  }
}

// Signs a text with a seed, in base64url.
export function signWithSeed(seed: string, text: string): string {
  return Buffer.from(toFastPair(seed).sign(new TextEncoder().encode(text))).toString('base64url')
}
