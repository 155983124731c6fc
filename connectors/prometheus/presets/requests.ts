import {
  aggregate,
  combine,
  type Expression,
  histogramQuantile,
  literal,
  overRange,
  select,
} from '../promql/build.ts'
import type { Matcher } from '../promql/matchers.ts'
import type { Preset, PresetContext } from './types.ts'

// One convention of counting and timing requests.
type Convention = Readonly<{
  id: string
  // Counts requests; its label `status` tells failed ones by `codes`.
  count: string
  status?: string
  codes?: Readonly<{ failed: string; values: RegExp }>
  // Base name of a histogram without _bucket, in seconds times `scale`.
  timed?: string
  scale?: number
  // Limits the series to those of the serving side.
  side?: Matcher
}>

// Failures of the server's making, as a regular expression of PromQL, and the form of every value of the label.
const HTTP = { failed: '5..', values: /^(?:0|[1-5](?:\d\d|xx))$/ }
const GRPC = {
  failed: 'Unknown|DeadlineExceeded|Unimplemented|Internal|Unavailable|DataLoss',
  values: /^[A-Z][A-Za-z]{1,20}$/,
}
const GRPC_NUMBERS = { failed: '2|4|12|13|14|15', values: /^(?:1[0-6]|\d)$/ }

// Known conventions, the most telling first: semantic conventions before proxies before hand-written names.
const CONVENTIONS: readonly Convention[] = [
  {
    id: 'otel_http_server',
    count: 'http_server_request_duration_seconds_count',
    status: 'http_response_status_code',
    codes: HTTP,
    timed: 'http_server_request_duration_seconds',
  },
  {
    id: 'otel_http_server_old',
    count: 'http_server_duration_milliseconds_count',
    status: 'http_status_code',
    codes: HTTP,
    timed: 'http_server_duration_milliseconds',
    scale: 1000,
  },
  {
    id: 'otel_rpc_server',
    count: 'rpc_server_duration_milliseconds_count',
    status: 'rpc_grpc_status_code',
    codes: GRPC_NUMBERS,
    timed: 'rpc_server_duration_milliseconds',
    scale: 1000,
  },
  {
    id: 'grpc_server',
    count: 'grpc_server_handled_total',
    status: 'grpc_code',
    codes: GRPC,
    timed: 'grpc_server_handling_seconds',
  },
  {
    id: 'micrometer_http',
    count: 'http_server_requests_seconds_count',
    status: 'status',
    codes: HTTP,
    timed: 'http_server_requests_seconds',
  },
  {
    id: 'istio',
    count: 'istio_requests_total',
    status: 'response_code',
    codes: HTTP,
    timed: 'istio_request_duration_milliseconds',
    scale: 1000,
    side: { label: 'reporter', op: '=', value: 'destination' },
  },
  {
    id: 'nginx_ingress',
    count: 'nginx_ingress_controller_requests',
    status: 'status',
    codes: HTTP,
    timed: 'nginx_ingress_controller_request_duration_seconds',
  },
  ...['code', 'status', 'status_code'].map((status) => ({
    id: `http_requests_by_${status}`,
    count: 'http_requests_total',
    status,
    codes: HTTP,
    timed: 'http_request_duration_seconds',
  })),
  { id: 'http_requests', count: 'http_requests_total', timed: 'http_request_duration_seconds' },
  {
    id: 'http_request_duration',
    count: 'http_request_duration_seconds_count',
    timed: 'http_request_duration_seconds',
  },
]

function rateOf(metric: string, context: PresetContext, matchers: readonly Matcher[] = []): Expression {
  return overRange('rate', select(metric, [context.service, ...matchers]), context.range)
}

function toTraffic(one: Convention): Preset {
  const side = one.side === undefined ? [] : [one.side]
  return {
    id: one.id,
    signal: 'traffic',
    what: 'requests',
    unit: 'per_second',
    needs: [one.count],
    build: (context) => aggregate('sum', context.by, rateOf(one.count, context, side)),
  }
}

// The share of failed requests. The count without failures stands in as zero, which is sound because the preset
// applies only where the label that tells failures exists.
function toErrors(one: Convention): readonly Preset[] {
  const { status, codes } = one
  if (status === undefined || codes === undefined) return []
  const side = one.side === undefined ? [] : [one.side]
  const build = (context: PresetContext) => {
    const all = aggregate('sum', context.by, rateOf(one.count, context, side))
    const bad = rateOf(one.count, context, [...side, { label: status, op: '=~', value: codes.failed }])
    return combine(combine(aggregate('sum', context.by, bad), 'or', combine(literal(0), '*', all)), '/', all)
  }
  return [
    {
      id: one.id,
      signal: 'errors',
      what: 'failed requests',
      unit: 'ratio',
      needs: [one.count],
      told: { label: status, values: codes.values },
      build,
    },
  ]
}

function toLatency(one: Convention, quantile: number): readonly Preset[] {
  if (one.timed === undefined) return []
  const buckets = `${one.timed}_bucket`
  const side = one.side === undefined ? [] : [one.side]
  const build = (context: PresetContext) => {
    const value = histogramQuantile(
      quantile,
      aggregate('sum', ['le', ...context.by], rateOf(buckets, context, side)),
    )
    return one.scale === undefined ? value : combine(value, '/', literal(one.scale))
  }
  const variant = `p${Math.round(quantile * 100)}`
  const what = `${variant} of request time`
  return [{ id: one.id, signal: 'latency', what, variant, unit: 'seconds', needs: [buckets], build }]
}

function toMeanLatency(one: Convention): readonly Preset[] {
  if (one.timed === undefined) return []
  const [sum, count] = [`${one.timed}_sum`, `${one.timed}_count`] as const
  const build = (context: PresetContext) => {
    const mean = combine(
      aggregate('sum', context.by, rateOf(sum, context)),
      '/',
      aggregate('sum', context.by, rateOf(count, context)),
    )
    return one.scale === undefined ? mean : combine(mean, '/', literal(one.scale))
  }
  const what = 'mean request time (no buckets recorded)'
  return [{ id: one.id, signal: 'latency', what, unit: 'seconds', needs: [sum, count], build }]
}

// Traffic, errors and latency of every convention. The first of each `what` that applies is used.
export const REQUEST_PRESETS: readonly Preset[] = Object.freeze([
  ...CONVENTIONS.map(toTraffic),
  ...CONVENTIONS.flatMap(toErrors),
  ...CONVENTIONS.flatMap((one) => toLatency(one, 0.5)),
  ...CONVENTIONS.flatMap((one) => toLatency(one, 0.99)),
])

// Used only for a service whose request times have no buckets.
export const MEAN_LATENCY_PRESETS: readonly Preset[] = Object.freeze(CONVENTIONS.flatMap(toMeanLatency))
