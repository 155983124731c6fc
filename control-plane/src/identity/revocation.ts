import type { Clock } from '@vedette/proto/clock'
import type { Store } from '../store/types.ts'
import { AGENT_JWT_TTL_MS } from './agent-jwt.ts'
import { encodeRevocations } from './operator.ts'
import type { Operator } from './types.ts'

export type RevokerOptions = Readonly<{
  store: Pick<Store, 'enrolments'>
  operator: () => Operator
  // Gives an account JWT to the server: the bus's pushAccount.
  push(jwt: string): Promise<void>
  clock: Clock
}>

// Ends keys for good: in the store first, then on the server, which disconnects whoever uses them.
export type Revoker = Readonly<{
  // `publicKey` null: every key of the agent. Gives the keys ended. When the server cannot be reached the store stands,
  // and pushAll makes it true there.
  revoke(organisation: string, agent: string, publicKey: string | null): Promise<readonly string[]>
  // Pushes one organisation's revocations as the store has them.
  push(organisation: string): Promise<void>
  // All organisations; called at each new connection of the system account.
  pushAll(): Promise<void>
}>

// A JWT under way while its key is revoked is void too.
const MARGIN_MS = 60_000
// A revocation may be left out once no JWT of its key can live any more.
const KEPT_MS = AGENT_JWT_TTL_MS + 3_600_000

// Makes the store's revocations true on the server.
export function createRevoker({ store, operator, push, clock }: RevokerOptions): Revoker {
  async function pushOne(organisation: string): Promise<void> {
    const rows = await store.enrolments.list(organisation)
    const ended = rows.flatMap(({ public_key, revoked_at }) => {
      const at = revoked_at === null ? null : Date.parse(revoked_at)
      return at === null || clock.now() - at > KEPT_MS
        ? []
        : [[public_key, toSeconds(at + MARGIN_MS)] as const]
    })
    if (ended.length === 0) return
    await push(await encodeRevocations(operator(), organisation, Object.fromEntries(ended)))
  }
  return Object.freeze({
    async revoke(organisation: string, agent: string, publicKey: string | null) {
      const keys = await store.enrolments.revoke(organisation, agent, publicKey, clock.now())
      await pushOne(organisation)
      return keys
    },
    push: pushOne,
    async pushAll() {
      for (const { name } of operator().organisations) await pushOne(name)
    },
  })
}

function toSeconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
