import type { Row } from './rows.ts'
import { BUS_THREATS } from './threats-bus.ts'
import { DOOR_THREATS } from './threats-door.ts'
import { PLUGIN_THREAT } from './threats-plugin.ts'

/** Every threat that the product must withstand, each with the statement that a test proves. */
export const THREATS: readonly Row[] = [
  ...BUS_THREATS,
  {
    id: 'T08',
    title: 'prompt injection in log lines, pod names, annotations, commit messages, issue titles',
    statement:
      'corpus of ≥ 200 injection lines through every op: (a) text appears only under untrusted fields; (b) server-authored strings (instructions, descriptions, quirks, `next`) contain 0 corpus fragments; (c) 0 write proposals without approval',
    status: 'done',
    tests: [
      {
        file: 'control-plane/src/composites/injection.test.ts',
        name: 'no text from outside leaves the untrusted fields of any tool, is any word of ours, or proposes anything',
      },
      {
        file: 'control-plane/src/tools/memory/memory.test.ts',
        name: 'a proposal of a model is told to nobody before a person accepts it',
      },
    ],
  },
  {
    id: 'T09',
    title: "tool poisoning / rug pull by an agent's catalog",
    statement:
      'agent advertising unknown ids, altered descriptions, 10k tools, 1 MB names: none reach `tools/list`; list byte-identical to golden',
    status: 'done',
    tests: [
      {
        file: 'test/e2e/hostile-agent.test.ts',
        name: 'a hostile agent that advertises what it likes changes no byte of tools/list',
      },
    ],
  },
  {
    id: 'T10',
    title: 'learned topology/quirks as persistent injection',
    statement: 'injected names appear escaped as values; TTL removes them; two tenants never share (MCP10)',
    status: 'done',
    tests: [
      {
        file: 'control-plane/src/knowledge/knowledge.test.ts',
        name: 'an injected name is kept as a value or left out, goes stale after a day and is gone after three; nobody else sees it',
      },
      {
        file: 'control-plane/src/tools/memory/memory.test.ts',
        name: 'the topology is told with every agent offline, with its age, and a day later as stale',
      },
    ],
  },
  {
    id: 'T11',
    title: 'SSRF through connector parameters',
    statement:
      '300-case list (octal, hex, IPv4-mapped v6, `@`, `\\`, redirect chains, rebinding DNS) → 0 connections outside the allowed set',
    status: 'done',
    tests: [
      {
        file: 'connectors/kit/ssrf.test.ts',
        name: 'none of 306 spellings of another place, as path or query, leads anywhere but to the vendor',
      },
      {
        file: 'connectors/kit/ssrf.test.ts',
        name: 'redirects lead nowhere: not to a trap, not to metadata, not in a chain',
      },
      {
        file: 'connectors/kit/ssrf.test.ts',
        name: 'a name that answers with the vendor first and with metadata later is refused at that later time',
      },
      {
        file: 'connectors/kit/ssrf.test.ts',
        name: 'every spelling of the metadata service that a URL reads as an address is a refused one',
      },
    ],
  },
  {
    id: 'T12',
    title: 'path traversal / extra slash in ids (trace id, stream, namespace, dashboard uid)',
    statement:
      'Grafana CVE-2026-10601 and CVE-2025-3454 shapes (`..%2f`, `%2e`, `//`, `;`, `?`, `#`, NUL) give `invalid argument`, fake vendor sees no such path',
    status: 'done',
    tests: [
      {
        file: 'connectors/kit/addresses.test.ts',
        name: 'odd spellings of a host stay on the host that the configuration wrote',
      },
      {
        file: 'connectors/grafana/grafana.test.ts',
        name: 'no uid of a data source or dashboard leaves its place in a path, and nothing is asked for one that tries',
      },
    ],
  },
  {
    id: 'T13',
    title: 'PromQL / LogQL / label-selector / SQL / JQL injection',
    statement:
      'round-trip property: parse(encode(value)) has exactly one matcher equal to value for 100k fuzz strings; `!=`, `=~`, `or vector(1)`, `}`/backtick, comment tricks cannot widen a scoped query (multena-proxy #141)',
    status: 'done',
    tests: [
      {
        file: 'connectors/prometheus/promql/injection.test.ts',
        name: '100,000 hostile values come back from the parser as one matcher of exactly that value, beside the enforced one',
      },
      {
        file: 'connectors/prometheus/promql/matchers.test.ts',
        name: 'tricks with the scoped label, comments, quotes and empty braces cannot widen it',
      },
      {
        file: 'connectors/loki/logql/logql.test.ts',
        name: '100,000 hostile values come back from the parser as one matcher and one filter of exactly that value',
      },
      {
        file: 'connectors/loki/logql/logql.test.ts',
        name: 'is added to every selector, whatever the query says of the same label',
      },
      {
        file: 'connectors/kubernetes/selector-injection.test.ts',
        name: 'of 100,000 hostile values each is refused or stays one term of exactly that value',
      },
      {
        file: 'connectors/postgres/sql/check.test.ts',
        name: 'is refused with the argument named and its text kept, unless it is one SELECT that only reads',
      },
      {
        file: 'connectors/tempo/traceql.test.ts',
        name: 'a value placed into TraceQL is one string that reads back as exactly that value, and closes where it should',
      },
      {
        file: 'connectors/signoz/expression.test.ts',
        name: 'a text placed into a filter is one literal that reads back as exactly that text',
      },
    ],
  },
  {
    id: 'T14',
    title: 'kubernetes: `pods/exec`, `nodes/proxy`, `secrets`',
    statement:
      '`kubectl auth can-i --list` golden for the rendered chart; chart test fails on wildcards or forbidden verbs',
    // The list of a real API server is pinned by test:kube; what it follows from is pinned here.
    status: 'done',
    tests: [
      {
        file: 'test/helm/charts.test.ts',
        name: 'no rule names a Secret, a wildcard, or a verb beyond get, list and the restart that was asked for',
      },
      {
        file: 'test/helm/charts.test.ts',
        name: 'nothing reaches the agent, and its rules and schema are those that the code declares',
      },
      {
        file: 'test/golden/never-served.test.ts',
        name: 'no operation of the catalogue opens a shell, a port or a proxy',
      },
      {
        file: 'test/golden/never-served.test.ts',
        name: 'no operation needs a shell in a pod, the proxy of a node or the Secrets of a cluster',
      },
    ],
  },
  {
    id: 'T15',
    title: 'huge payload, decompression bomb, deep JSON, billion rows',
    statement:
      "100 MB-from-100 KB, 5,000-layer `Content-Encoding`, 1e6-deep array: `truncated` or `unusable` ≤ deadline, agent RSS +≤ 200 MiB, other calls' p99 changes < 20 %",
    status: 'done',
    tests: [
      {
        file: 'test/e2e/bombs.test.ts',
        name: 'what a vendor blows up is no answer, takes an agent no more than 200 MiB, and the others are asked as before',
      },
    ],
  },
  ...DOOR_THREATS,
  {
    id: 'T20',
    title: "confused deputy: low-right user uses agent's strong credential",
    statement: 'matrix test principals × ops × agents equals the policy table',
    status: 'done',
    tests: [
      {
        file: 'control-plane/src/approvals/matrix.test.ts',
        name: 'every principal, operation and agent meets exactly what the policy table says',
      },
      {
        file: 'control-plane/src/approvals/matrix.test.ts',
        name: 'nobody reaches an agent of another organisation, whatever they may do in their own',
      },
    ],
  },
  {
    id: 'T21',
    title: 'CSRF/XSS on pages (agent names, error texts as HTML)',
    statement:
      'stored XSS corpus in hostnames, connector errors, catalog ids: 0 script execution in headless Chromium',
    status: 'done',
    tests: [
      {
        file: 'test/e2e/hostile-pages.test.ts',
        name: 'nothing that an agent says runs in a page: names, labels, errors, versions, identities',
      },
      {
        file: 'test/e2e/hostile-records.test.ts',
        name: 'nothing that was written or asked runs in a page: titles, notes, links, arguments, previews, rules',
      },
      {
        file: 'control-plane/src/http/session.test.ts',
        name: 'a change by cookie needs the token of the session, and another session has another',
      },
    ],
  },
  {
    id: 'T22',
    title: 'ReDoS in custom redaction patterns or in ours',
    statement:
      'evil-pattern list (incl. litellm #32353 payload shape, `/i` variants): event-loop lag p99 < 50 ms, liveness probe stays green, nothing leaves un-redacted',
    status: 'done',
    tests: [
      {
        file: 'agent/src/redactor/worker-engine.test.ts',
        name: 'evil patterns and texts keep neither the loop of events nor the next answer waiting, and nothing leaves as it came',
      },
    ],
  },
  {
    id: 'T23',
    title:
      'secrets nested in base64, JSON-in-JSON, URL-encoding, gzip+base64 (helm release), split over chunks',
    statement: 'canary matrix: 0 leaks; every split offset of each kind',
    status: 'done',
    tests: [
      {
        file: 'test/redaction/redaction.test.ts',
        name: 'values of every kind stay inside, whatever carries them, and what is almost one stays as it is',
      },
    ],
  },
  {
    id: 'T24',
    title: 'secrets in URLs, env, args, annotations, ConfigMaps, `last-applied-configuration`, events',
    statement: 'fixtures per kind; grep of the full MCP transcript for canaries = 0',
    status: 'done',
    tests: [
      {
        file: 'test/e2e/kubernetes-secrets.test.ts',
        name: 'no kind of Kubernetes gives away a copy, a variable, an argument, a ConfigMap or an event with a secret in it',
      },
      {
        file: 'connectors/kubernetes/kubernetes.test.ts',
        name: 'an object is shown without managed fields, the copy of kubectl, variables and the data of value holders',
      },
    ],
  },
  {
    id: 'T25',
    title: 'error messages that leak credentials (axios #6919 shape)',
    statement:
      'throw every error class from every client library with canaries in headers/URL/body: 0 in answers, logs, audit, metrics labels',
    status: 'done',
    tests: [
      {
        file: 'test/contract/client-errors.test.ts',
        name: 'whatever a client library throws, with canaries in message, headers, URL and body, none is in what leaves or is recorded',
      },
      {
        file: 'test/contract/sent-and-audited.test.ts',
        name: 'over every read of the catalogue the bus, the sent ledger and the audit agree byte by byte, and no canary is in them, nor in logs, metrics and answers',
      },
    ],
  },
  {
    id: 'T26',
    title: 'redactor bypass by a new op or field',
    statement:
      'type test + run-time: bus tap in tests sees 0 canaries for *all* catalog ops (enumerated, not listed by hand)',
    status: 'done',
    tests: [
      {
        file: 'agent/src/redactor/redactor.test.ts',
        name: 'only what the redactor made can be opened for sending',
      },
      {
        file: 'test/contract/sent-and-audited.test.ts',
        name: 'over every read of the catalogue the bus, the sent ledger and the audit agree byte by byte, and no canary is in them, nor in logs, metrics and answers',
      },
    ],
  },
  {
    id: 'T27',
    title: 'pseudonym abuse: guess-and-compare by injecting log lines; brute force by the control plane',
    statement: 'same value, two sessions → different tags; control-plane memory dump contains no key',
    status: 'done',
    tests: [
      {
        file: 'test/e2e/tag-keys.test.ts',
        name: 'one value has one tag within an investigation, and another in each other one and on each other agent',
      },
      {
        file: 'test/e2e/tag-keys.test.ts',
        name: 'a dump of the memory of the control plane holds no key that its agents tag with',
      },
    ],
  },
  PLUGIN_THREAT,
  {
    id: 'T29',
    title: 'audit tampering or loss',
    statement:
      'deleting/editing any row breaks verify; `kill -9` at any point leaves no effect without a row',
    status: 'done',
    tests: [
      {
        file: 'control-plane/src/audit/chains.test.ts',
        name: 'any edit of any column of any row, and any row removed, added or moved, breaks the chain at that row',
      },
      {
        file: 'control-plane/src/audit/kill.test.ts',
        name: 'killed at random points, a control plane leaves no effect without its row, and whole chains',
      },
    ],
  },
  {
    id: 'T30',
    title: 'approval replay / argument swap',
    statement: 'changed byte → refused; second use → refused; requester ≠ approver',
    status: 'done',
    tests: [
      {
        file: 'agent/src/gate/approvals.test.ts',
        name: 'an approved call runs once: a changed byte, another place, another person or a second use is refused',
      },
      {
        file: 'agent/src/gate/approvals.test.ts',
        name: 'who asks cannot approve what reaches people or restarts what runs',
      },
      {
        file: 'control-plane/src/approvals/actions.test.ts',
        name: 'is approved by somebody else than who asked, who must be an approver',
      },
      {
        file: 'control-plane/src/approvals/actions.test.ts',
        name: 'replayed with one byte changed, in the store or in who asks, reaches no agent',
      },
    ],
  },
  {
    id: 'T31',
    title: 'quota exhaustion of vendor by model loops',
    statement:
      '1,000 identical calls → ≤ 1 vendor call per freshness window; bucket empty → `throttled` with `retry_after_ms`, source `us`',
    status: 'done',
    tests: [
      {
        file: 'control-plane/src/sharing/sharing.test.ts',
        name: '1,000 identical calls reach the vendor once in each window of freshness',
      },
      {
        file: 'control-plane/src/sharing/sharing.test.ts',
        name: 'an empty bucket throttles by us, says when to come again, and keeps what is shared flowing',
      },
    ],
  },
  {
    id: 'T32',
    title: 'supply chain',
    statement: 'release job fails without all; verify command in docs is run in CI',
    status: 'done',
    tests: [
      {
        file: 'test/helm/images.test.ts',
        name: 'the release workflow pins every action, and publishes nothing without tests, SBOM, provenance, signature and check',
      },
    ],
  },
]
