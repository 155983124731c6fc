import { FAULTS_OF_OURS } from './faults-own.ts'
import { FAULTS_OF_WORDS } from './faults-words.ts'
import type { Row } from './rows.ts'

/** Every fault that the product must live through, each with the outcome that a test proves. */
export const FAULTS: readonly Row[] = [
  {
    id: 'F01',
    title: 'NATS server restart (kill -9, 3 s down)',
    statement:
      'in-flight calls end, never hang; agents return by themselves; registry rebuilt from full state; states: `timed_out` in flight, `agent_offline` meanwhile; to reach: 1,000 agents re-registered ≤ 10 s after it is up (measured raw: 2.2 s at defaults, 4.9 s with 5 s full jitter, 14.4 s with 15 s); control-plane loop lag p99 < 200 ms; 0 lost agents in 100 restarts',
    status: 'planned',
  },
  {
    id: 'F02',
    title: 'NATS down 10 min',
    statement:
      'agents never give up; one status line, no log flood (≤ 1/10 s); states: `agent_offline` for all; if all vanish within one interval: fleet banner "control plane is blind", not N outages; to reach: back ≤ 15 s after return',
    status: 'planned',
  },
  {
    id: 'F03',
    title: 'agent partitioned (netns drop both ways)',
    statement:
      'noticed by transport 15 s, by lease 30 s; states: in flight `timed_out`; then `agent_offline` with last_seen; to reach: offline shown ≤ 35 s; 0 answers "empty" in the gap; recovery ≤ 10 s',
    status: 'planned',
  },
  {
    id: 'F04',
    title: 'one-way partition (agent hears, cannot speak), and deaf agent (subscription refused)',
    statement:
      'heartbeat must include an answered ping; deaf = not up; states: `agent_offline`; to reach: ≤ 35 s',
    status: 'planned',
  },
  {
    id: 'F05',
    title: 'vendor slow (drip 1 B/s), hung (accept, silence)',
    statement:
      "per-call deadline; others unaffected; socket closed; states: `timed_out` phase connect/first_byte/body; to reach: answer by the deadline plus the measured loop lag; other sources' p99 + ≤ 10 %",
    status: 'planned',
  },
  {
    id: 'F06',
    title: 'vendor 429 (with/without Retry-After)',
    statement:
      '≤ 1 retry and only if it fits the deadline; bucket shared by the fleet per credential; states: `throttled` retry_after_ms; to reach: 0 calls sent inside Retry-After; 1,000 calls never exceed the quota',
    status: 'planned',
  },
  {
    id: 'F07',
    title: 'vendor 5xx burst (503 ×1 then ok; always)',
    statement:
      'idempotent reads retried once with jitter; states: `read` after retry / `upstream_failed`; to reach: retry ratio ≤ 10 % of calls (retry budget)',
    status: 'planned',
  },
  {
    id: 'F08',
    title: '401 at start; expired mid-session; rotated secret on disk',
    statement:
      'no retry loop; probe goes down; re-read of mounted secret without restart; states: `unauthorized`, then `connector_down`; to reach: tool list follows ≤ 1 probe interval; recovery ≤ 60 s after rotation; vendor sees ≤ 3 bad attempts/min (no lock-out)',
    status: 'planned',
  },
  {
    id: 'F09',
    title: '403 on part of a sweep (2 of 9 namespaces, 3 of 12 accounts)',
    statement:
      "partial with names; never filtered to empty (Steampipe's ignore-error pattern is the anti-example); states: `forbidden` each; to reach: 100 % of refused scopes listed",
    status: 'done',
    tests: [
      {
        file: 'test/faults/rows.test.ts',
        name: 'of 9 namespaces the 2 refused and of 12 accounts the 3 refused are each named as forbidden, and the rest is read',
      },
    ],
  },
  {
    id: 'F10',
    title: 'two agents, same id (cloned values)',
    statement:
      'lease by incarnation; one proven identity: the newest supersedes; two identities: both flagged, answer from neither until resolved; states: `unusable` why `duplicate_agent`; to reach: ≤ 1 heartbeat (10 s); Fleet shows both hosts; unguarded baseline was 34/16 mixed answers',
    status: 'done',
    tests: [
      {
        file: 'test/e2e/agent-down.test.ts',
        name: 'one agent id alive under two identities is disputed on both sides, and neither is asked',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'the newest process of one identity replaces the old one, which is told to stop',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'a copied credential on another machine is disputed, and resolving it ends the key',
      },
    ],
  },
  ...FAULTS_OF_OURS,
  {
    id: 'F16',
    title: 'reconnect storm N = 1,000 (and 5,000 sockets)',
    statement:
      'full jitter ≤ 5 s, registration admission with retry_after, full state only if hash changed; to reach: as F01; control-plane RSS + ≤ 200 MiB',
    status: 'planned',
  },
  ...FAULTS_OF_WORDS,
]
