/** One figure to reach: a ratio, its goal, its stretch, and which way is better. */
export type Figure = {
  readonly id: string
  readonly title: string
  readonly unit: 'x' | '%'
  readonly better: 'lower' | 'higher'
  readonly goal: number | null
  readonly stretch: number | null
}

/** What a measurement gives for a figure: its value, or why there is none yet; `note` says what it stands on. */
export type Reading = { readonly id: string; readonly value: number | null; readonly note: string }

type Row = readonly [id: string, title: string, goal: number | null, stretch: number | null]

const toFigures = (rows: readonly Row[], unit: Figure['unit'], better: Figure['better']): readonly Figure[] =>
  rows.map(([id, title, goal, stretch]) => ({ id, title, unit, better, goal, stretch }))

/** Every figure, in the order of the table. */
export const FIGURES: readonly Figure[] = [
  ...toFigures(
    [
      ['call_session_1k', 'call end to end, 1 KB, session client / raw NATS round trip, p50', 3.2, 2.6],
      ['call_stateless_1k', 'call end to end, 1 KB, stateless client / raw NATS round trip, p50', 5, 3.2],
      ['call_session_64k', 'call end to end, 64 KB, session client / raw NATS round trip, p50', 4.5, 3.4],
      ['cpu_session', 'control-plane CPU per call, session / bare HTTP JSON call', 5, 3],
      ['cpu_stateless', 'control-plane CPU per call, stateless / bare HTTP JSON call', 10, 4],
      [
        'list_session',
        'tools/list of the full catalogue, session / same bytes from bare HTTP, p50',
        2.5,
        1.5,
      ],
      ['list_stateless', 'tools/list of the full catalogue, stateless / same bytes, p50', 4, 1.5],
    ],
    'x',
    'lower',
  ),
  ...toFigures([['search_list', "search mode's list / the full list, tokens", 5, 2]], '%', 'lower'),
  ...toFigures(
    [
      ['beats_unchanged', 'heartbeats, unchanged / no-op subscriber, per CPU-second', 0.5, 0.6],
      ['beats_changed', 'heartbeats, read in full / no-op subscriber, per CPU-second', 0.15, 0.2],
    ],
    'x',
    'higher',
  ),
  ...toFigures(
    [['agents_10k', '10,000 connected agents, ingest and broker, of a core', 15, null]],
    '%',
    'lower',
  ),
  ...toFigures(
    [
      ['redact_rg', 'redaction / rg --passthru -r with the same patterns, per CPU-second', 1, 1.5],
      ['redact_json', 'redaction of JSON / parse and stringify, per CPU-second', 0.5, 0.7],
    ],
    'x',
    'higher',
  ),
  ...toFigures(
    [
      ['redact_worst', 'worst adversarial line / ordinary text of its size', 5, 2],
      ['redact_lag', 'event-loop lag p99 while evil patterns run / 50 ms', 1, null],
      ['bombs_p99', 'p99 of calls while another source of the agent answers with bombs / alone', 1.2, null],
      ['composite', 'composite / its slowest read', 1.2, 1.08],
      ['agent_rss', 'agent idle RSS (bundle), host and Prometheus in use / bare Node', 1.6, 1.4],
      ['agent_rss_source', 'the same, run from source', null, null],
      ['cold_agent', 'cold start of the agent (bundle) until it serves / bare Node', 4.5, 3.5],
      ['cold_agent_source', 'the same, run from source', null, null],
      ['cold_control_plane', 'cold start of the control plane (bundle) until it serves / bare Node', 12, 9],
      ['cold_control_plane_source', 'the same, run from source', null, null],
    ],
    'x',
    'lower',
  ),
]
