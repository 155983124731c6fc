import { randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import type { NatsConnection } from 'nats'
import { BusError } from './error.ts'
import { CONTROL_PLANE_INBOX } from './link.ts'
import { parseBounded } from './parse.ts'

const CLAIMS_UPDATE = '$SYS.REQ.CLAIMS.UPDATE'
const ANSWER_LIMITS = Object.freeze({ bytes: 64 * 1024, depth: 8, keys: 256 })
const WAIT_MS = 5_000

// Hands an account JWT to the server over the system account; resolves once one server has taken it, within 5 s.
// Throws BusError `account_refused` or `timed_out`.
export function pushAccountJwt(connection: NatsConnection, jwt: string, clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const reply = `${CONTROL_PLANE_INBOX}.${randomBytes(12).toString('base64url')}`
    const end = (error: BusError | null) => {
      stopTimer()
      subscription.unsubscribe()
      if (error === null) resolve()
      else reject(error)
    }
    const subscription = connection.subscribe(reply, {
      callback: (error, message) => {
        if (error === null && isTaken(message.data)) return end(null)
        end(new BusError('account_refused', 'the NATS server refused the account: is it of this operator?'))
      },
    })
    const stopTimer = clock.after(WAIT_MS, () =>
      end(new BusError('timed_out', 'no NATS server took the account within 5 s')),
    )
    connection.publish(CLAIMS_UPDATE, jwt, { reply })
  })
}

function isTaken(bytes: Uint8Array): boolean {
  try {
    const answer = parseBounded(bytes, ANSWER_LIMITS)
    const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null
    return typeof data === 'object' && data !== null && 'code' in data && data.code === 200
  } catch {
    return false
  }
}
