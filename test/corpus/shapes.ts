/** What a composite's answer may hold, by path, and what it is asked to show it. */
export type DeclaredShape = Readonly<{ args: Readonly<Record<string, unknown>>; paths: readonly string[] }>

/** The paths of an object under one name. */
function under(name: string, keys: string): readonly string[] {
  return keys.split(' ').map((key) => `${name}.${key}`)
}

const FRAME: readonly string[] = Object.freeze([
  'visibility',
  'line',
  'verdict.code',
  'verdict.covers',
  'next.tool',
  'evidence',
  '_sources',
])

const INVESTIGATION: readonly string[] = Object.freeze([
  ...under('onset', 'at plus_minus_s how'),
  ...under('symptoms', 'service signal query backend before now recovering evidence'),
  ...under('suspects', 'rank kind what where at lag_s score for against call'),
  ...under('controls', 'trend_before'),
  ...under('spread', 'service at via'),
  ...under('errors', 'template n first last is_new sample trace_id'),
  ...under('timeline', 'at kind where what e'),
  ...under('owner', 'team oncall runbook'),
  'seen_before.id',
  'seen_before.resolved_by',
])

/** Every field of every composite, as its page of the design says; a test shows that each can hold something. */
export const SHAPES: Readonly<Record<string, DeclaredShape>> = Object.freeze({
  blast_radius: {
    args: { service: 'checkout' },
    paths: [
      ...FRAME,
      ...under('target', 'service clusters redundancy.ready redundancy.replicas redundancy.zones'),
      'mode',
      ...under('direct', 'service via rps errors_now slo owner edge_seen_at confidence e'),
      ...under('indirect', 'top'),
      'entry_points',
      ...under('data', 'queues dbs'),
      'single_points',
      'unaffected_proven',
      ...under('unknown_edges', 'untraced n'),
      ...under('graph', 'as_of complete'),
    ],
  },
  cert_expiry: {
    args: {},
    paths: [
      ...under('certificates', 'where kind name domains days_left ends issuer renewal problem used_by e'),
      ...['visibility', 'verdict.code', 'total', 'expired', 'soonest_days', 'seen'],
    ],
  },
  change_timeline: { args: {}, paths: ['visibility', 'verdict.code', 'total', 'undated'] },
  deploy_correlation: {
    args: { service: 'checkout', namespace: 'shop' },
    paths: [
      ...FRAME,
      ...under('symptom', 'service signal query backend'),
      ...under('changes', 'rank kind what where at by lag_s score parts diff_summary rolled_back url'),
      ...under('controls', 'same_change_elsewhere symptom_without_change trend_before traffic_change_pct'),
    ],
  },
  fleet_compare: {
    args: { name: 'checkout' },
    paths: [
      ...['visibility', 'verdict.code', 'workload.name', 'usual.images', 'usual.n', 'without'],
      ...under(
        'clusters',
        'cluster namespace images revision desired ready problem pods_bad hpa chart differs e',
      ),
    ],
  },
  investigate_alert: {
    args: { id: 'a1', service: 'checkout' },
    paths: [
      ...FRAME,
      ...INVESTIGATION,
      ...under('alert', 'id name state severity since labels url says silenced_by receivers evidence'),
      ...under('rule', 'name group query for_seconds health error url'),
      ...under('series', 'labels points e'),
      'runbooks',
    ],
  },
  investigate_incident: {
    args: { id: 'i1', service: 'checkout' },
    paths: [
      ...FRAME,
      ...INVESTIGATION,
      ...under('incident', 'id title state severity services url opened resolved evidence'),
      ...under('issues', 'title is_new events first_seen first_release url e'),
      ...under('span_errors', 'operation type n first trace_id e'),
      'runbooks',
    ],
  },
  node_triage: { args: {}, paths: ['visibility', 'verdict.code', 'bad', 'of'] },
  production_health: {
    args: {},
    paths: [
      ...FRAME,
      ...under('problems', 'id severity what service owner n since chronic paging nearest_change evidence'),
      ...under('problems.where', 'cluster ns workload'),
      ...under('problems.silenced', 'until by'),
      ...under('problems.slo', 'id burn_1h left'),
      'problems_total',
      ...under('by_scope', 'scope state pods_bad pods nodes_bad alerts ok unseen'),
      ...under('looked_fine', 'what n of'),
      ...under('versus', 'at appeared gone'),
    ],
  },
  public_exposure: { args: {}, paths: ['visibility', 'verdict.code', 'total', 'sensitive'] },
  saturation: {
    args: { service: 'checkout', queue: 'checkout' },
    paths: ['visibility', 'verdict.code', 'tight', 'looked_at.n', 'unmeasured', 'resources.hours_to_limit'],
  },
  telemetry_gaps: {
    args: {},
    paths: [
      ...under('gaps', 'kind what where since n says e'),
      ...['visibility', 'verdict.code', 'total', 'looked_at.what'],
    ],
  },
  workload_triage: {
    args: { namespace: 'shop', name: 'checkout', cluster: 'eu-1' },
    paths: [
      ...FRAME,
      ...under('workload', 'cluster namespace name kind images revision'),
      ...under('replicas', 'want ready updated'),
      ...under('diagnosis', 'code container since because'),
      ...under('pods', 'pod node reason restarts exit_code signal age_s bad total'),
      ...under('last_logs', 'container previous complete patterns lines'),
      ...under('memory_cpu', 'request limit now p95 at_kill'),
      'events',
      ...under('refs', 'kind name key exists'),
      ...under('change', 'from to at lag_s diff.path diff.from diff.to'),
      ...under('elsewhere', 'cluster revision ready'),
      'for_a_person',
    ],
  },
})
