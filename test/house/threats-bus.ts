import type { Row } from './rows.ts'

/** Threats against identities, the bus and what separates one organisation from another. */
export const BUS_THREATS: readonly Row[] = [
  {
    id: 'T01',
    title: 'stolen agent credential used elsewhere',
    statement:
      'with a copied credential connected, both sides are marked `disputed` within 1 heartbeat, calls return `unusable` (never an answer from either) until an operator picks one; the newest process of one proven identity supersedes without a dispute; a revoked credential is disconnected ≤ 5 s and refused on reconnect, also after a NATS restart',
    status: 'done',
    tests: [
      {
        file: 'test/e2e/agent-down.test.ts',
        name: 'one agent id alive under two identities is disputed on both sides, and neither is asked',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'a copied credential on another machine is disputed, and resolving it ends the key',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'the newest process of one identity replaces the old one, which is told to stop',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'a revoked key is cut off live within 5 s, refused again, also after a restart, and not renewed',
      },
      {
        file: 'test/contract/attacks.test.ts',
        name: 'a copied credential stays disputed over a restart of the control plane, though the thief is silent by then',
      },
    ],
  },
  {
    id: 'T02',
    title: 'malicious or hijacked control plane asks a denied operation',
    statement:
      '100 % of denied ids × aliases × case/Unicode variants × batch/composite wrappers give `denied_by_policy`; the fake vendor server records 0 requests',
    status: 'done',
    tests: [
      {
        file: 'agent/src/gate/denied-everywhere.test.ts',
        name: 'no denied operation of the catalogue reaches the vendor, however the list or the call spells it',
      },
      {
        file: 'agent/src/gate/denied-everywhere.test.ts',
        name: 'a generic operation does not reach the vendor for a kind whose typed operation is denied',
      },
      {
        file: 'agent/src/gate/denied-everywhere.test.ts',
        name: 'a namespace that is denied is not reached by asking for it, in any spelling',
      },
      {
        file: 'control-plane/src/composites/denied-everywhere.test.ts',
        name: 'with everything denied no tool, composite or wrapper asks anything, and each says that policy denies it',
      },
      {
        file: 'control-plane/src/composites/denied-everywhere.test.ts',
        name: 'no composite asks a denied operation, whichever of those that it needs is denied',
      },
    ],
  },
  {
    id: 'T03',
    title: 'control plane pushes a looser denylist or redaction off',
    statement:
      'property test over 10,000 random (local, remote) pairs: effective ⊇ local; `APPLIED` hash equals the hash of what is enforced',
    status: 'done',
    tests: [
      {
        file: 'agent/src/gate/policy-book.test.ts',
        name: 'whatever is pushed, every local rule stays in force and the hash is that of what is enforced',
      },
      {
        file: 'control-plane/src/policy/create-policies.test.ts',
        name: 'a report whose hashes do not fit its rules is FAILED, told once, and pushed again',
      },
      {
        file: 'test/e2e/policy.test.ts',
        name: 'an applied policy is enforced through kill -9 of the agent and of the control plane, and nothing is served before',
      },
    ],
  },
  {
    id: 'T04',
    title: 'forged or replayed request on the bus',
    statement: 'replay of each of 10,000 recorded envelopes, bit-flips, wrong audience, expired: 0 executed',
    status: 'done',
    tests: [
      {
        file: 'agent/src/gate/verify-call.test.ts',
        name: 'of 10,000 recorded calls none runs a second time, altered, for another process, or after its life',
      },
    ],
  },
  {
    id: 'T05',
    title: 'agent A publishes as agent B or reads B',
    statement: 'an attack script: 0 forged heartbeats, 0 foreign replies seen, incl. `reply:` trick',
    status: 'done',
    tests: [
      {
        file: 'test/contract/control-plane-calls.test.ts',
        name: 'another agent can neither answer a call, nor publish as its agent, nor hear the account',
      },
      {
        file: 'test/contract/control-plane-calls.test.ts',
        name: 'a beat with the id of another agent inside is counted as forged and changes nothing',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'a lobby can do nothing but enrol, and cannot steer the answer to a subject of its choice',
      },
      {
        file: 'test/contract/attacks.test.ts',
        name: 'a lobby credential that floods, listens and speaks elsewhere gets nothing, and stops nobody',
      },
      {
        file: 'test/contract/attacks.test.ts',
        name: "another's enrolment answer, heard over the lobby, opens nothing without the key it is for",
      },
    ],
  },
  {
    id: 'T06',
    title: 'agent of tenant A reads tenant B',
    statement:
      'subscriber to `>` in A sees 0 messages of B in a 100k-message run; every control-plane query has tenant in its key (mutation test: removing it must fail a test)',
    status: 'done',
    tests: [
      {
        file: 'test/contract/attacks.test.ts',
        name: 'of 100,000 messages of one organisation, who hears everything of another hears none',
      },
      {
        file: 'test/house/tenant-keys.test.ts',
        name: 'every query of the control plane has the organisation in its key',
      },
      {
        file: 'test/house/tenant-keys.test.ts',
        name: 'taking the organisation out of any one query is noticed',
      },
    ],
  },
  {
    id: 'T07',
    title: 'replayed/forged heartbeats keep a dead agent "up"',
    statement:
      'replayed heartbeat is dropped and counted; agent goes offline on time; gap → full-state request',
    status: 'done',
    tests: [
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'recorded beats do not keep a dead agent up',
      },
      {
        file: 'test/contract/control-plane-fleet.test.ts',
        name: 'an agent that dies is offline after three missed beats',
      },
      {
        file: 'control-plane/src/fleet/reduce.test.ts',
        name: 'a gap asks for the full state, at most every half tick',
      },
    ],
  },
]
