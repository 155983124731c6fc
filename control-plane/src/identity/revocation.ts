import type { Clock } from '@vedette/proto/clock'
import type { BusLog } from '../bus/log.ts'
import type { Store } from '../store/types.ts'
import { AGENT_JWT_TTL_MS } from './agent-jwt.ts'
import { encodeRevocations } from './operator.ts'
import type { Operator } from './types.ts'

export type RevokerOptions = Readonly<{
  store: Pick<Store, 'enrolments'>
  // Read at each use: organisations may be added while running.
  operator: () => Operator
  // Gives an account JWT to the server: the bus's pushAccount.
  push(jwt: string): Promise<void>
  clock: Clock
  log: BusLog
}>

// Ends keys for good: in the store first, then on the server, which disconnects whoever uses them.
export type Revoker = Readonly<{
  // One key, or with null all of an agent; gives the keys ended. Throws when no NATS server took it, though the store
  // has it by then, and pushAll makes up for it at the next connection.
  revoke(organisation: string, agent: string, publicKey: string | null): Promise<readonly string[]>
  // Pushes every organisation's account with its revocations: a memory resolver forgets them, and an organisation
  // that was added while NATS ran is not known there yet. Never rejects.
  pushAll(): Promise<void>
}>

// A JWT that is under way while its key is revoked is void too.
const MARGIN_MS = 60_000
// A revocation may be left out once no JWT of its key can live any more.
const KEPT_MS = AGENT_JWT_TTL_MS + 3_600_000

// Makes the store's revocations true on the server.
export function createRevoker({ store, operator, push, clock, log }: RevokerOptions): Revoker {
  async function pushOne(organisation: string): Promise<void> {
    const rows = await store.enrolments.list(organisation)
    const ended = rows.flatMap(({ public_key, revoked_at }) => {
      const at = revoked_at === null ? null : Date.parse(revoked_at)
      const lives = at !== null && clock.now() - at <= KEPT_MS
      return lives ? [[public_key, Math.ceil((at + MARGIN_MS) / 1000)] as const] : []
    })
    await push(await encodeRevocations(operator(), organisation, Object.fromEntries(ended)))
  }
  return Object.freeze({
    async revoke(organisation: string, agent: string, publicKey: string | null) {
      const keys = await store.enrolments.revoke(organisation, agent, publicKey, clock.now())
      await pushOne(organisation)
      return keys
    },
    async pushAll() {
      for (const { name } of operator().organisations)
        await pushOne(name).catch((error: unknown) => {
          const code = error instanceof Error && 'code' in error ? String(error.code) : 'internal'
          log.warn({ organisation: name, code }, 'the account was not taken by NATS')
        })
    },
  })
}
