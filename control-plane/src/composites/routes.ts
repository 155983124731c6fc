import type { ScopeKind } from '@vedette/proto/operations'
import type { Scope } from '@vedette/proto/visibility'
import type { Routing } from '../dispatch/types.ts'
import { ROUTING_BY_SCOPE } from '../tools/arguments.ts'

// Of what the caller named, the names that a source of this kind is told apart by; the others do not narrow it.
export function routesOf(scope: ScopeKind, routing: Routing): Routing {
  return Object.fromEntries(
    ROUTING_BY_SCOPE[scope].flatMap((key) => (routing[key] === undefined ? [] : [[key, routing[key]]])),
  )
}

// The routing that means the place of an earlier read, so that a second look goes to the same cluster or account.
export function routeTo(view: Readonly<{ scope: Scope; agent: string | null }>): Routing {
  const { scope } = view
  const cluster = scope['cluster'] ?? (scope['account'] === undefined ? view.agent : undefined)
  if (cluster !== undefined && cluster !== null) return { cluster }
  const account = scope['account'] ?? scope['project'] ?? scope['tenant']
  return account === undefined ? {} : { account }
}
