import { toRfc3339 } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import type { RedisClient } from './client.ts'

// What a server's answers cover. A server's run_id changes with each start, so that it proves but does not name.
export function toScope(client: RedisClient): Scope {
  return { instance: client.instance }
}

// The facts that every reading of now carries.
export function toFacts(client: RedisClient, context: CallContext) {
  return { scope: toScope(client), as_of: toRfc3339(context.clock.now()) }
}
