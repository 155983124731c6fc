import type { Carried, State } from '@vedette/proto/visibility'

const AT = '2030-01-15T11:59:00Z'

// What each word carries when a test says no more than the word.
export const CARRIED: Readonly<Record<State, Carried>> = Object.freeze({
  read: { items: 1, as_of: AT },
  empty: { items: 0, as_of: AT, proof: 'enumerated' },
  unproven: { items: 0, as_of: AT, why: 'existence not shown' },
  truncated: { cap: 'rows', at_least: 1, as_of: AT },
  stale: { newest_at: AT, lag_ms: 600_000, items: 1 },
  not_needed: { because: 'filtered' },
  capped: { limit: 12, next: { tool: 'cloud_load_balancers_list', args: { account: ['13'] } } },
  denied_by_policy: { rule: 'deny-1' },
  approval_required: { pending_action_id: 'pa_1' },
  not_configured: { reason: 'not_requested' },
  not_served: { agent_version: '0.0.9' },
  out_of_reach: {},
  agent_offline: { last_seen: AT },
  connector_down: { code: 'unauthorized', since: AT },
  timed_out: { waited_ms: 15_000, phase: 'first_byte' },
  unauthorized: { credential: 'token' },
  forbidden: { missing: 'list' },
  throttled: { retry_after_ms: 30_000, by: 'vendor' },
  upstream_failed: { status: 503 },
  unusable: { why: 'unparseable' },
})
