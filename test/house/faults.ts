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
    status: 'done',
    tests: [
      {
        file: 'test/contract/control-plane-calls.test.ts',
        name: 'calls under way end when the server is killed, and work again once it is back',
      },
      {
        file: 'test/contract/agent-life.test.ts',
        name: 'after NATS was killed and is back the agent returns by itself and reports its whole state',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'the fleet comes back by itself after the server was killed',
      },
      {
        file: 'test/e2e/agent-down.test.ts',
        name: 'after nats-server was killed and restarted everything is served again by itself',
      },
    ],
  },
  {
    id: 'F02',
    title: 'NATS down 10 min',
    statement:
      'agents never give up; one status line, no log flood (≤ 1/10 s); states: `agent_offline` for all; if all vanish within one interval: fleet banner "control plane is blind", not N outages; to reach: back ≤ 15 s after return',
    status: 'done',
    tests: [
      {
        file: 'agent/src/main/agent-log.test.ts',
        name: 'however often the bus is tried, ten minutes without it are one line each ten seconds',
      },
      {
        file: 'test/contract/agent-life.test.ts',
        name: 'an agent that starts while NATS is away waits for it',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'two agents that vanish together make the control plane blind, until they are back',
      },
      {
        file: 'control-plane/src/fleet/create-fleet.test.ts',
        name: 'a lost link is blindness at once; the fleet is collected again, and seen once somebody speaks',
      },
    ],
  },
  {
    id: 'F03',
    title: 'agent partitioned (netns drop both ways)',
    statement:
      'noticed by transport 15 s, by lease 30 s; states: in flight `timed_out`; then `agent_offline` with last_seen; to reach: offline shown ≤ 35 s; 0 answers "empty" in the gap; recovery ≤ 10 s',
    status: 'done',
    tests: [
      {
        file: 'test/contract/agent-with-control-plane.test.ts',
        name: 'an agent that is cut off both ways, or that only hears, is offline, shows nothing, and is served again once it is heard',
      },
      {
        file: 'test/faults/bus/bus.test.ts',
        name: 'killed servers and agents, partitions and slow vendors give no wrong answer over a real bus',
      },
      {
        file: 'test/contract/control-plane-calls.test.ts',
        name: 'an agent that never answers times out with what was waited, and hears a cancel',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'an agent that dies is offline after three missed beats',
      },
    ],
  },
  {
    id: 'F04',
    title: 'one-way partition (agent hears, cannot speak), and deaf agent (subscription refused)',
    statement:
      'heartbeat must include an answered ping; deaf = not up; states: `agent_offline`; to reach: ≤ 35 s',
    status: 'done',
    tests: [
      {
        file: 'test/contract/agent-with-control-plane.test.ts',
        name: 'an agent that is cut off both ways, or that only hears, is offline, shows nothing, and is served again once it is heard',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'a deaf agent beats on and is offline all the same',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'recorded beats do not keep a dead agent up',
      },
      {
        file: 'test/contract/agent-life.test.ts',
        name: 'a deaf agent says nothing, and comes back with a credential that lets it hear',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'an agent that dies is offline after three missed beats',
      },
    ],
  },
  {
    id: 'F05',
    title: 'vendor slow (drip 1 B/s), hung (accept, silence)',
    statement:
      "per-call deadline; others unaffected; socket closed; states: `timed_out` phase connect/first_byte/body; to reach: answer by the deadline plus the measured loop lag; other sources' p99 + ≤ 10 %",
    status: 'done',
    tests: [
      {
        file: 'connectors/kit/http.test.ts',
        name: 'a vendor that is silent or drips ends at the deadline, in its phase, and the socket is closed',
      },
      {
        file: 'connectors/kit/deadline.test.ts',
        name: 'work that never ends stops at the deadline with the phase that it was in',
      },
      {
        file: 'test/contract/agent-calls.test.ts',
        name: 'a hung vendor is timed out within the budget, and its socket is closed',
      },
      {
        file: 'test/e2e/prometheus-down.test.ts',
        name: 'a call to a Prometheus that stands still ends at its deadline, and nothing is made of it',
      },
    ],
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
    status: 'done',
    tests: [
      {
        file: 'connectors/kit/http.test.ts',
        name: 'one 503 is read at the second try',
      },
      {
        file: 'connectors/kit/http.test.ts',
        name: '503 and resets are tried once more, and only when the wait fits the deadline',
      },
      {
        file: 'connectors/kit/http.test.ts',
        name: 'retries stop when their budget of one in ten is spent',
      },
    ],
  },
  {
    id: 'F08',
    title: '401 at start; expired mid-session; rotated secret on disk',
    statement:
      'no retry loop; probe goes down; re-read of mounted secret without restart; states: `unauthorized`, then `connector_down`; to reach: tool list follows ≤ 1 probe interval; recovery ≤ 60 s after rotation; vendor sees ≤ 3 bad attempts/min (no lock-out)',
    status: 'done',
    tests: [
      {
        file: 'test/contract/agent-calls.test.ts',
        name: 'a secret that was wrong at the start or rotated later is read again without a restart, and no call meanwhile reaches the vendor',
      },
      {
        file: 'test/contract/agent-calls.test.ts',
        name: 'a refused credential moves health at once, and the next call is not sent to the vendor',
      },
      {
        file: 'agent/src/prober/prober.test.ts',
        name: 'a real call that was not let in moves the word at once, until a probe passes',
      },
      {
        file: 'agent/src/prober/prober.test.ts',
        name: 'probes come every three ticks; since stands while the word does, and a change is told once',
      },
      {
        file: 'connectors/kubernetes/kubeconfig.test.ts',
        name: 'a rotated token file is used at the next request, and another context is another cluster',
      },
      {
        file: 'test/e2e/prometheus-down.test.ts',
        name: 'a killed Prometheus ends its call blind, goes down, loses its tools without a call, and comes back',
      },
    ],
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
