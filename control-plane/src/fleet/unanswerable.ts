import { type Carried, isState, type State } from '@vedette/proto/visibility'
import type { ConnectorState } from '@vedette/proto/wire'

// What an instance that is not down says of an operation it cannot answer now: a server of it that is down, a
// permission that is missing, or a part that its server has not got. Null where it says nothing of it. A word that this
// release does not know is `unusable`.
export function findUnanswerable(
  { unanswerable = [] }: Pick<ConnectorState, 'unanswerable'>,
  operation: string,
  agentVersion: string | null,
): (Readonly<{ state: State }> & Carried) | null {
  const found = unanswerable.find((one) => one.id === operation)
  if (found === undefined) return null
  const { state, since, code, server, missing, why } = found
  if (!isState(state)) return { state: 'unusable', why: 'unknown_state', since }
  return {
    state,
    since,
    ...(state === 'connector_down' ? { code: code ?? 'down' } : {}),
    ...(state === 'not_served' ? { agent_version: agentVersion ?? 'unknown' } : {}),
    ...(server === undefined ? {} : { server }),
    ...(missing === undefined ? {} : { missing }),
    ...(why === undefined ? {} : { why }),
  }
}
