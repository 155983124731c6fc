import type { Row } from './rows.ts'

/** Faults of our own parts: clocks, a control plane that dies, its store, and answers that are too large. */
export const FAULTS_OF_OURS: readonly Row[] = [
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
      {
        file: 'control-plane/src/fleet/reduce.test.ts',
        name: 'three ticks without a beat are offline, not a moment earlier',
      },
      {
        file: 'control-plane/src/fleet/reduce.test.ts',
        name: 'a node that died with its clock an hour ahead does not keep its successor out',
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
    status: 'done',
    tests: [
      {
        file: 'test/e2e/bombs.test.ts',
        name: 'what a vendor blows up is no answer, takes an agent no more than 200 MiB, and the others are asked as before',
      },
      {
        file: 'agent/src/redactor/worker-engine.test.ts',
        name: 'a text too large for the memory of the thread is withheld as too large, and the next is redacted',
      },
      {
        file: 'agent/src/redactor/worker-engine.test.ts',
        name: 'a text over its budget is withheld, those behind it are redacted by the next thread',
      },
      {
        file: 'agent/src/host/run-operation.test.ts',
        name: 'a connector that does not listen is not waited for',
      },
      {
        file: 'test/contract/agent-with-control-plane.test.ts',
        name: 'a byte over what one message takes comes whole, and a byte over what a reply takes is cut or unusable: no answer is a silent time-out',
      },
      {
        file: 'connectors/kit/json.test.ts',
        name: '100,000 keys are read and one more is not',
      },
    ],
  },
  {
    id: 'F15',
    title: 'oversized result (1 MB+1, 8 MiB+1, 1 GB)',
    statement:
      'chunked below `max_payload`; above cap cut after redaction on item boundary; states: `truncated` at_least; to reach: 0 silent timeouts from payload errors',
    status: 'done',
    tests: [
      {
        file: 'test/contract/agent-with-control-plane.test.ts',
        name: 'a byte over what one message takes comes whole, and a byte over what a reply takes is cut or unusable: no answer is a silent time-out',
      },
      {
        file: 'agent/src/redactor/redactor.test.ts',
        name: 'an answer over the cap is cut between items after redaction and says so',
      },
      {
        file: 'agent/src/redactor/redactor.test.ts',
        name: 'an answer that cannot be cut between items is withheld',
      },
      {
        file: 'agent/src/bus/outbox.test.ts',
        name: 'no chunk exceeds what the server takes',
      },
      {
        file: 'agent/src/bus/outbox.test.ts',
        name: 'parts that do not fit a header are withheld, never dropped',
      },
      {
        file: 'test/e2e/bombs.test.ts',
        name: 'what a vendor blows up is no answer, takes an agent no more than 200 MiB, and the others are asked as before',
      },
    ],
  },
]
