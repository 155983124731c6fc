import type { TestContext } from 'node:test'
import { findOrganisation } from '@vedette/control-plane/identity'
import { connect, jwtAuthenticator } from 'nats'
import { createNatsKey, encodeUserJwt } from '../../control-plane/src/bus/nats-keys.ts'
import { ORGANISATION, type Stand } from './stand.ts'

/** A message that went over an organisation's account, and when it was heard. */
export type Heard = Readonly<{ subject: string; text: string; at: number }>

/** Hears every subject of the organisation's account from now on, with a user of the account's own. */
export async function tapBus(t: TestContext, stand: Stand): Promise<readonly Heard[]> {
  const { account, signing } = findOrganisation(stand.operator, ORGANISATION)
  const user = createNatsKey('user')
  const jwt = await encodeUserJwt({
    name: 'tap',
    public_key: user.public_key,
    account: account.public_key,
    signing_seed: signing.seed,
    publish: [],
    subscribe: ['>'],
  })
  const connection = await connect({
    servers: stand.nats().url,
    authenticator: jwtAuthenticator(jwt, new TextEncoder().encode(user.seed)),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
  })
  t.after(() => connection.close())
  const heard: Heard[] = []
  connection.subscribe('>', {
    callback: (_, message) =>
      void heard.push({ subject: message.subject, text: message.string(), at: Date.now() }),
  })
  await connection.flush()
  return heard
}

/** The calls among what was heard. */
export function callsIn(heard: readonly Heard[]): readonly Heard[] {
  return heard.filter(({ subject }) => /^v1\.agent\.[^.]+\.call$/.test(subject))
}

/** What was said to agents by name: calls and everything else, but not what they say themselves. */
export function toldTo(heard: readonly Heard[]): readonly Heard[] {
  return heard.filter(({ subject }) => /^v1\.agent\.[^.]+\.(call|cancel|policy|ack|stop)$/.test(subject))
}
