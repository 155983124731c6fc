import type { Row } from './rows.ts'

/** Faults in what is said: by disks that are full, other releases, agents, vendors, policies, clients and networks. */
export const FAULTS_OF_WORDS: readonly Row[] = [
  {
    id: 'F17',
    title: 'disk full (tmpfs 1 MiB) on control plane / agent',
    statement:
      'control plane = F13; agent needs no disk (read-only root), keeps serving; to reach: agent: 0 effect',
    status: 'done',
    tests: [
      {
        file: 'test/e2e/disk-full.test.ts',
        name: 'with full disks an agent goes on as before, and a control plane reads, says so, changes nothing, and writes every row after',
      },
      {
        file: 'test/contract/agent-life.test.ts',
        name: 'an agent that can keep nothing on its disk enrols, serves and renews all the same, and says so',
      },
      {
        file: 'control-plane/src/audit/away.test.ts',
        name: 'while the store is away reads go on for a minute, effects not at all, and every row is written after',
      },
    ],
  },
  {
    id: 'F18',
    title: 'version skew N-2 … N+1 both ways',
    statement:
      'unknown fields ignored, unknown ops → `not_served`, unknown states → `unusable`; contract number per operation; states: `not_served`, `unusable`; to reach: full matrix in CI from stored golden transcripts of each release',
    status: 'done',
    tests: [
      {
        file: 'test/golden/skew.test.ts',
        name: 'a newer agent: fields, operations and connectors that are not known here cost nothing that is',
      },
      {
        file: 'test/golden/skew.test.ts',
        name: 'another contract of an operation is not_served by name and asked of nobody, and every other one is',
      },
      {
        file: 'test/golden/skew.test.ts',
        name: 'an older agent, without half of the operations and all later fields, has those not_served and loses no other',
      },
      {
        file: 'test/golden/skew.test.ts',
        name: 'a state that this release does not know is unusable, and its value is not shown',
      },
      {
        file: 'test/golden/skew.test.ts',
        name: 'an agent under a newer control plane: unknown fields are ignored, unknown operations and contracts not_served, unknown arguments refused',
      },
      {
        file: 'test/golden/transcripts.test.ts',
        name: 'there is a transcript of a release, and it holds connectors and answers',
      },
      {
        file: 'control-plane/src/dispatch/states.test.ts',
        name: 'an instance of an older release without the operation is not served, beside one that has it',
      },
      {
        file: 'control-plane/src/dispatch/states.test.ts',
        name: 'an operation that no instance has is one source, not configured, with the reason that is known',
      },
    ],
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
