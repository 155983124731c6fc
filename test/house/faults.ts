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
  {
    id: 'F11',
    title: 'clock skew ±5 min, ±24 h (libfaketime)',
    statement:
      'leases on control-plane monotonic receive time; skew shown; windows sent as absolute times computed by control plane; signature tolerance 60 s, beyond it a clear error; states: normal; beyond tolerance `unusable` why `clock_skew` with skew_ms (vendor signature errors: `unauthorized`); to reach: liveness unaffected at ±24 h; skew reported ± 1 s',
    status: 'done',
    tests: [
      {
        file: 'test/contract/agent-with-control-plane.test.ts',
        name: 'an agent whose clock is off by minutes or a day, either way, stays connected, and is shown and refused with its skew',
      },
      {
        file: 'control-plane/src/tools/clock-off.test.ts',
        name: 'an agent whose clock is off makes no fleet that is up, and is named with its skew',
      },
      {
        file: 'control-plane/src/tools/arguments.test.ts',
        name: 'an instant is resolved to UTC before it leaves',
      },
      {
        file: 'control-plane/src/tools/time.test.ts',
        name: 'a window never reaches past the present, and a cut end is said',
      },
      {
        file: 'agent/src/gate/verify-call.test.ts',
        name: 'a skewed clock is told by how much',
      },
      {
        file: 'agent/src/gate/verify-call.test.ts',
        name: 'setting the wall clock back revives no call that was answered',
      },
      {
        file: 'connectors/aws/aws.test.ts',
        name: 'a signature of another time than that of AWS is unauthorized',
      },
    ],
  },
  {
    id: 'F12',
    title: 'control plane kill -9 mid-call',
    statement:
      "client's request fails cleanly; agent drops orphan work ≤ deadline; no write twice; states: – (client re-asks); to reach: 0 duplicated writes in 1,000 kills; ready again ≤ 5 s; fleet view rebuilt ≤ 15 s from agents",
    status: 'done',
    tests: [
      {
        file: 'test/e2e/control-plane-killed.test.ts',
        name: 'a control plane that is killed in a read, in a write and half-way through a push ends its callers, doubles nothing, and goes on where it was',
      },
      {
        file: 'test/contract/agent-calls.test.ts',
        name: 'a hung vendor is timed out within the budget, and its socket is closed',
      },
      {
        file: 'control-plane/src/approvals/kill.test.ts',
        name: 'a control plane killed between approval and effect leaves no second effect and none without a row',
      },
      {
        file: 'control-plane/src/approvals/crash.test.ts',
        name: 'a crash at any step between approval and effect gives no second effect and none without an audit row',
      },
    ],
  },
  {
    id: 'F13',
    title: 'DB lost / read-only / slow',
    statement:
      'reads go on for 60 s with bounded audit rows in memory, flagged in the answer, then refuse; writes refuse at once; states: tool error `audit_unavailable` for writes; to reach: 0 writes without an audit row; rows kept in memory are written in order',
    status: 'done',
    tests: [
      {
        file: 'test/e2e/store-faults.test.ts',
        name: 'a PostgreSQL that hangs, takes no writes or is gone: reads go on and say so, writes refuse, and every row is there after, in order',
      },
      {
        file: 'test/e2e/replicas.test.ts',
        name: 'PostgreSQL stops: reads go on, writes refuse at once, and no replica is taken out',
      },
      {
        file: 'control-plane/src/audit/away.test.ts',
        name: 'while the store is away reads go on for a minute, effects not at all, and every row is written after',
      },
      {
        file: 'control-plane/src/audit/away.test.ts',
        name: 'a store that is slow holds an answer for two seconds once, effects not at all, and no row out of its place',
      },
      {
        file: 'control-plane/src/audit/away.test.ts',
        name: 'rows that wait are bounded: beyond 20,000 nothing is taken, and what was taken is written',
      },
      {
        file: 'control-plane/src/store/away.test.ts',
        name: 'a token that verified stays good for a minute while PostgreSQL is away, and no other does',
      },
      {
        file: 'control-plane/src/audit/kill.test.ts',
        name: 'killed at random points, a control plane leaves no effect without its row, and whole chains',
      },
    ],
  },
  {
    id: 'F14',
    title: 'a result too large for memory',
    statement:
      'byte caps and worker limits stop it, agent core lives; call answered (no promise about a kill of the whole container); states: `unusable` why `too_large` or `timed_out`; to reach: core survives 100 %; next call ok ≤ 2 s',
    status: 'planned',
  },
  {
    id: 'F15',
    title: 'oversized result (1 MB+1, 8 MiB+1, 1 GB)',
    statement:
      'chunked below `max_payload`; above cap cut after redaction on item boundary; states: `truncated` at_least; to reach: 0 silent timeouts from payload errors',
    status: 'planned',
  },
  {
    id: 'F16',
    title: 'reconnect storm N = 1,000 (and 5,000 sockets)',
    statement:
      'full jitter ≤ 5 s, registration admission with retry_after, full state only if hash changed; to reach: as F01; control-plane RSS + ≤ 200 MiB',
    status: 'planned',
  },
  {
    id: 'F17',
    title: 'disk full (tmpfs 1 MiB) on control plane / agent',
    statement:
      'control plane = F13; agent needs no disk (read-only root), keeps serving; to reach: agent: 0 effect',
    status: 'planned',
  },
  {
    id: 'F18',
    title: 'version skew N-2 … N+1 both ways',
    statement:
      'unknown fields ignored, unknown ops → `not_served`, unknown states → `unusable`; contract number per operation; states: `not_served`, `unusable`; to reach: full matrix in CI from stored golden transcripts of each release',
    status: 'planned',
  },
  {
    id: 'F19',
    title:
      'malformed agent messages (fuzz: truncated, wrong types, 1e5 keys, NaN, dup keys, bad UTF-8, `__proto__`)',
    statement:
      'reject, count, quarantine agent after 10/min; states: `unusable` why `malformed`; to reach: 1,000,000 messages: 0 crash, 0 accepted, 0 prototype change',
    status: 'done',
    tests: [
      {
        file: 'test/faults/malformed.test.ts',
        name: 'of 20,000 malformed messages of agents none crashes, none is taken, and no prototype changes',
      },
      {
        file: 'control-plane/src/bus/parse.test.ts',
        name: 'bytes, depth and keys are bounded, each by its own limit',
      },
      {
        file: 'control-plane/src/bus/parse.test.ts',
        name: 'a key that stands twice in one object is refused, however it is written; the same key elsewhere is not',
      },
      {
        file: 'control-plane/src/bus/quarantine.test.ts',
        name: 'the eleventh malformed message within a minute ends in a quarantine of a minute',
      },
      {
        file: 'test/contract/control-plane-calls.test.ts',
        name: 'an agent that sends rubbish is put in quarantine and its calls are unusable',
      },
      {
        file: 'control-plane/src/bus/fuzz.test.ts',
        name: 'no message crashes the intake, and what it lets through is what the schemas accept',
      },
      {
        file: 'control-plane/src/bus/fuzz.test.ts',
        name: 'no reply crashes a call, and a spoilt one never gives a value',
      },
    ],
  },
  {
    id: 'F20',
    title: 'sequence gap, reorder, duplicate messages',
    statement: 'idempotent; gap → full-state request; to reach: state equals oracle after every schedule',
    status: 'done',
    tests: [
      {
        file: 'control-plane/src/fleet/schedule.test.ts',
        name: 'after any schedule of loss, doubling and reorder two calm ticks bring the true state',
      },
      {
        file: 'control-plane/src/fleet/schedule.test.ts',
        name: 'what was taken never goes back, whatever the schedule',
      },
      {
        file: 'control-plane/src/fleet/reduce.test.ts',
        name: 'a gap asks for the full state, at most every half tick',
      },
    ],
  },
  {
    id: 'F21',
    title:
      'vendor lies: 200 + HTML login page, 200 + `{"error":…}`, partial JSON, `partial_success`, wrong content type',
    statement:
      'schema check at the edge; states: `unusable` (not JSON) / `truncated`; to reach: 0 read as empty',
    status: 'done',
    tests: [
      {
        file: 'test/faults/rows.test.ts',
        name: 'whatever a vendor says in place of its answer is unusable or truncated, and never read as empty',
      },
    ],
  },
  {
    id: 'F22',
    title: 'k8s 410 Gone on continue, watch cache stale, API server 1 of 3 down',
    statement:
      'restart list once, else cut; states: `truncated`/`read`; to reach: counts never fall silently',
    status: 'done',
    tests: [
      {
        file: 'connectors/kubernetes/list.test.ts',
        name: 'an expired cursor starts the list again once, and the second list is whole',
      },
      {
        file: 'connectors/kubernetes/list.test.ts',
        name: 'a cursor that expires twice leaves a cut list whose count never falls',
      },
      {
        file: 'connectors/kubernetes/list.test.ts',
        name: 'a later page that fails leaves what was read, cut, beside the word of the failure',
      },
    ],
  },
  {
    id: 'F23',
    title: 'log ingest lag, Prometheus target down, metric renamed',
    statement: 'newest sample checked; `up`/absent check; states: `stale`, `unproven`; to reach: 0 all-clear',
    status: 'done',
    tests: [
      {
        file: 'test/faults/late-data.test.ts',
        name: 'no line found in logs whose newest line is late is unproven: neither absent, nor zero, nor all clear',
      },
      {
        file: 'test/faults/public-failures.test.ts',
        name: 'a series that vanished is unproven and never 0',
      },
      {
        file: 'test/contract/prometheus-real.test.ts',
        name: 'an unknown metric, an unknown value and a filter are told apart',
      },
      {
        file: 'test/contract/prometheus-real.test.ts',
        name: 'a series that ends is stale, a filter that ends over a living one is read',
      },
      {
        file: 'test/contract/prometheus-real.test.ts',
        name: 'a fallback cannot turn an unknown metric into a zero that looks measured',
      },
      {
        file: 'test/contract/prometheus-real.test.ts',
        name: 'an instant query gives one value per target, the dead one included',
      },
      {
        file: 'control-plane/src/composites/production-health/past-and-targets.test.ts',
        name: 'with targets down nothing is ok: each pool is one finding, of which the collector is the evidence',
      },
      {
        file: 'control-plane/src/composites/production-health/past-and-targets.test.ts',
        name: 'where targets were not seen whole no grade is given',
      },
      {
        file: 'control-plane/src/composites/production-health/production-health.test.ts',
        name: 'a grading source that was not seen whole withholds the verdict, and what was found stays',
      },
      {
        file: 'proto/src/visibility/laws.test.ts',
        name: 'absence implies that every read is empty, and an all-clear implies full visibility',
      },
    ],
  },
  {
    id: 'F24',
    title: 'denylist push fails half-way / agent offline during push',
    statement:
      'status APPLYING → FAILED/APPLIED with hash; old list keeps; to reach: page shows draft ≠ applied ≤ 2 s; after reconnect converges ≤ 1 heartbeat',
    status: 'done',
    tests: [
      {
        file: 'test/e2e/control-plane-killed.test.ts',
        name: 'a control plane that is killed in a read, in a write and half-way through a push ends its callers, doubles nothing, and goes on where it was',
      },
      {
        file: 'control-plane/src/policy/create-policies.test.ts',
        name: 'an applied policy goes to every connected agent and is APPLIED once its hashes fit what is hashed here',
      },
      {
        file: 'control-plane/src/policy/create-policies.test.ts',
        name: 'a report whose hashes do not fit its rules is FAILED, told once, and pushed again',
      },
      {
        file: 'control-plane/src/policy/create-policies.test.ts',
        name: 'who is offline, disputed or silent is APPLYING, who does not take it is FAILED, and latecomers get it',
      },
      {
        file: 'agent/src/gate/policy-book.test.ts',
        name: 'a signed policy that cannot be read is FAILED, and what was enforced stays',
      },
      {
        file: 'agent/src/gate/policy-book.test.ts',
        name: 'a list that no report could tell is FAILED with its reason, and what was enforced stays',
      },
      {
        file: 'test/e2e/policy-page.test.ts',
        name: 'Policy completes a draft, shows what would disappear, applies it, and agents go from APPLYING to APPLIED',
      },
    ],
  },
  {
    id: 'F25',
    title: 'client disconnects',
    statement: 'work cancelled to the vendor socket; to reach: vendor sees close ≤ 500 ms',
    status: 'done',
    tests: [
      {
        file: 'test/e2e/client-leaves.test.ts',
        name: 'a client that goes away closes the socket at the vendor within half a second',
      },
    ],
  },
  {
    id: 'F26',
    title: 'DNS failure, TLS expired/wrong host, proxy 407',
    statement: 'no fallback to insecure; states: `upstream_failed`',
    status: 'done',
    tests: [
      {
        file: 'test/faults/connections.test.ts',
        name: 'a certificate that is expired, of another host or not there ends in upstream_failed, and nothing is said without it (needs openssl)',
      },
      {
        file: 'test/faults/connections.test.ts',
        name: 'a name that resolves nowhere ends in upstream_failed through every door',
      },
      {
        file: 'test/faults/connections.test.ts',
        name: 'a vendor behind a proxy that asks for a password first has failed, and is not one that refuses us',
      },
      {
        file: 'test/contract/agent-connections.test.ts',
        name: 'a proxy that refuses the password lets nobody through, and nobody goes around it (needs openssl)',
      },
      {
        file: 'test/contract/agent-connections.test.ts',
        name: 'a bus whose certificate is expired or of another host, or that offers no TLS, is told nothing (needs openssl)',
      },
    ],
  },
]
