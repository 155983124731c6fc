import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { COUNT_FIELDS, OPERATIONS } from './index.ts'

// Numbers below a body that are no counts: what a vendor measured of one thing, a setting, or a figure of ours.
const MEASURES: ReadonlySet<string> = new Set(
  `
  active_shards additions adoption_ratio age_seconds ahead_by amount answers available_bytes
  backup_retention_days baseline.amount behind_by blocked_at blocked_clients budget_left budget_overruns
  buffers_bytes bytes_sent cached_bytes calls_max calls_running clients commits connector.served
  consumed_per_s corrections coverage_ratio cpu_stalled_percent_10s cpu_stalled_percent_5m cpus
  crash_free_sessions_ratio crash_free_users_ratio data_nodes database.port database.storage_bytes
  dead_letter.consumers dead_letter.delayed dead_letter.depth dead_letter.in_flight dead_letter.oldest_age_s
  deadlocks deletions deployment.available deployment.desired deployment.generation
  deployment.observed_generation deployment.progress_deadline_seconds deployment.ready
  deployment.unavailable deployment.updated desired duration_ms evicted_keys expected_replicas expired_keys
  fragmentation_ratio free_bytes from_line function.memory_bytes function.timeout_s highest_bucket hit_ratio
  hits idle_amount incident.number initializing_shards io_stalled_percent_10s io_stalled_percent_5m iops
  issue.events_in_window issue.events_total issue.users kept keys lag lag_s load_15m load_1m load_1m_per_cpu
  load_5m max max_bytes max_clients max_instances max_receives memory_bytes memory_limit_bytes min_instances
  misses node.images nodes objective objects oldest_task_s oldest_transaction_s on_demand_amount
  oom_kills_since_boot operations operations_per_s own_lag_s peak_bytes pending_tasks period.amount
  pod.grace_seconds precision_seconds price_usd probe_interval_s provisioned_concurrency published_per_s
  pull.number quantile queue.consumers queue.delayed queue.depth queue.in_flight queue.oldest_age_s ready redacted
  rejected_connections release.revision relocating_shards remote_version replicas request.status_code
  reserved reserved_concurrency rest retention_days retention_s rule.for_seconds run.attempt run.duration_s
  run.number sampling_ratio saving_per_month sessions shared_amount size_bytes slo.attained slo.budget_left
  slo.objective slo.period_days stalled_percent_10s stalled_percent_5m statement.blocks_read statement.calls
  statement.errors statement.max_ms statement.mean_ms statement.rows statement.share_of_time
  statement.temp_bytes statement.total_ms step_seconds storage_limit_bytes sum swap_total_bytes
  swap_used_bytes tasks_runnable tasks_total threshold_ms threshold_us took_ms total_bytes total_cost
  unassigned unassigned_shards untraced_ratio unused_amount uptime_s uptime_seconds used used_bytes
  used_percent utilization_ratio version visibility_timeout_s withheld
`
    .trim()
    .split(/\s+/),
)

type Schema = Readonly<{
  type?: unknown
  $ref?: string
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: Schema | boolean
}>
type Root = Schema & Readonly<{ $defs?: Readonly<Record<string, Schema>> }>

// Dotted paths of the numbers of one schema, lists left out; a record's own keys are its path.
function listNumbers(schema: Schema, path: string, root: Root): readonly string[] {
  const { $ref, type, additionalProperties: more } = schema
  if ($ref !== undefined) return listNumbers(root.$defs?.[$ref.split('/').at(-1) ?? ''] ?? {}, path, root)
  const own = [type].flat().some((one) => one === 'number' || one === 'integer') ? [path] : []
  const either = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [
    ...own,
    ...either.flatMap((one) => listNumbers(one, path, root)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) =>
      listNumbers(one, path === '' ? key : `${path}.${key}`, root),
    ),
    ...(typeof more === 'object' ? listNumbers(more, path, root) : []),
  ]
}

const numbers = new Set(
  OPERATIONS.flatMap(({ output }) => {
    const root = z.toJSONSchema(output, { unrepresentable: 'any' }) as Root // JSON Schema, as far as it is looked at
    return listNumbers(root, '', root)
  }),
)
const isCount = (path: string) => COUNT_FIELDS.some((one) => path === one || path.startsWith(`${one}.`))

test('every number of every output is a declared count (counts.ts) or a measure (here), and none is both', () => {
  assert.deepEqual(
    [...numbers].filter((path) => isCount(path) === MEASURES.has(path)),
    [],
  )
})

test('no count or measure is declared that no output has', () => {
  const declared = [...COUNT_FIELDS, ...MEASURES]
  const isKnown = (one: string) => [...numbers].some((path) => path === one || path.startsWith(`${one}.`))
  assert.deepEqual(
    declared.filter((one) => !isKnown(one)),
    [],
  )
})
