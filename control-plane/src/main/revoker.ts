import type { Clock } from '@vedette/proto/clock'
import type { Bus, BusLog } from '../bus/index.ts'
import { encodeRevocations, type Operator } from '../identity/index.ts'
import type { Store } from '../store/types.ts'

export type RevokerOptions = Readonly<{
  store: Pick<Store, 'enrolments'>
  operator: Operator
  // Set once the bus is there: it and the revoker need each other.
  bus: () => Pick<Bus, 'pushAccount'>
  clock: Clock
  log: BusLog
}>

// Ends keys in the store and on the bus.
export type Revoker = Readonly<{
  // One key, or all of an agent; throws when no NATS server took it, though the store has it by then.
  revoke(organisation: string, agent: string, publicKey: string | null): Promise<void>
  // Pushes every organisation's account with its revocations again: a memory resolver forgets them, and an
  // organisation that was added while NATS ran is not known there yet. Never rejects.
  pushAll(): Promise<void>
}>

// The store is written first, so that a push which fails is made up for at the next connection.
export function createRevoker({ store, operator, bus, clock, log }: RevokerOptions): Revoker {
  const push = async (organisation: string): Promise<void> => {
    const rows = await store.enrolments.list(organisation)
    const ended = rows.flatMap(({ public_key, revoked_at }) =>
      revoked_at === null ? [] : [[public_key, toEpochSeconds(revoked_at)] as const],
    )
    await bus().pushAccount(await encodeRevocations(operator, organisation, Object.fromEntries(ended)))
  }
  return {
    async revoke(organisation, agent, publicKey) {
      await store.enrolments.revoke(organisation, agent, publicKey, clock.now())
      await push(organisation)
    },
    async pushAll() {
      for (const { name } of operator.organisations) {
        await push(name).catch((error: unknown) =>
          log.warn({ organisation: name, code: readCode(error) }, 'the account was not taken by NATS'),
        )
      }
    },
  }
}

// The second after, so that nothing issued within that second survives.
function toEpochSeconds(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000) + 1
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'internal'
}
