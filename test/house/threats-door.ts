import type { Row } from './rows.ts'

/** Threats at the door where clients ask: damaged requests, mixed answers, handles, tokens. */
export const DOOR_THREATS: readonly Row[] = [
  {
    id: 'T16',
    title: 'malformed MCP requests',
    statement:
      '100k fuzzed bodies/headers: 0 crash, 0 5xx, 0 leak; wrong Origin 403; header mismatch 400/-32020',
    status: 'done',
    tests: [
      {
        file: 'control-plane/src/mcp/fuzz.test.ts',
        name: '5,000 damaged bodies and headers crash nothing, give no 5xx, show nothing of the inside and repeat little',
      },
      {
        file: 'control-plane/src/mcp/fuzz.test.ts',
        name: 'a foreign Origin is refused with 403, whatever else is right',
      },
      {
        file: 'control-plane/src/mcp/door.test.ts',
        name: 'headers that contradict the body, an unknown revision and broken JSON get the errors of the protocol',
      },
    ],
  },
  {
    id: 'T17',
    title: 'cross-client response mixing (CVE-2026-25536)',
    statement: '200 clients × same JSON-RPC ids × 50 rounds with per-client canaries: 0 foreign canaries',
    status: 'done',
    tests: [
      {
        file: 'control-plane/src/mcp/fuzz.test.ts',
        name: '200 stateless clients with the same request ids over 25 rounds see no canary but their own',
      },
      {
        file: 'control-plane/src/mcp/fuzz.test.ts',
        name: '200 session clients with the same request ids over 25 rounds see no canary but their own',
      },
    ],
  },
  {
    id: 'T18',
    title: 'guessing or stealing handles (`search_tools`, cursor, approval ids)',
    statement: "principal B with A's handle → same error as an unknown one; 0 difference in timing class",
    status: 'done',
    tests: [
      {
        file: 'control-plane/src/http/handles.test.ts',
        name: 'the handle of an action is 128 random bits, and to anybody but its requester it is an unknown one, at the same cost',
      },
      {
        file: 'control-plane/src/http/handles.test.ts',
        name: 'the handle of an action is good for a quarter of an hour',
      },
      {
        file: 'control-plane/src/http/handles.test.ts',
        name: 'the id of a session is 128 random bits, and to another principal it is one that does not exist',
      },
      {
        file: 'control-plane/src/http/memory-api.test.ts',
        name: 'another organisation and a narrowed token meet the same answer as for an unknown id',
      },
      {
        file: 'control-plane/src/results/results.test.ts',
        name: 'give one error for handles that are unknown, expired, of another principal or another organisation',
      },
    ],
  },
  {
    id: 'T19',
    title: 'token pass-through, wrong audience, tokens in URL',
    statement: 'wrong `aud`/`iss`/expired → 401 with metadata; NATS/vendor capture contains 0 client tokens',
    status: 'done',
    tests: [
      {
        file: 'test/e2e/oauth.test.ts',
        name: 'a token that the provider made for this server is taken; every other one meets 401 and the way to the metadata',
      },
      {
        file: 'test/e2e/oauth.test.ts',
        name: "a provider's token opens what its scopes open, and neither it nor ours is ever on the bus",
      },
    ],
  },
]
