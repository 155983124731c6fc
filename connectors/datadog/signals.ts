import type { SIGNALS } from '@vedette/proto/operations'

export type Signal = (typeof SIGNALS)[number]
export type Unit = 'per_second' | 'ratio' | 'seconds' | 'bytes' | 'cores' | 'count'

// One figure of one signal: the metrics that it needs, and the query that it asks.
export type Preset = Readonly<{
  id: string
  signal: Signal
  what: string
  unit: Unit
  needs: readonly string[]
  // What Datadog's number is divided by to give the unit.
  divisor: number
  query: string
}>

// Operations that serve requests, the most telling first; other operations of a service are its own calls.
const SERVING = [
  'http.server.request',
  'web.request',
  'servlet.request',
  'express.request',
  'fastify.request',
  'koa.request',
  'hapi.request',
  'next.request',
  'nestjs.request',
  'rack.request',
  'rails.request',
  'sinatra.request',
  'django.request',
  'flask.request',
  'fastapi.request',
  'starlette.request',
  'aiohttp.request',
  'wsgi.request',
  'asgi.request',
  'laravel.request',
  'symfony.request',
  'aspnet_core.request',
  'aspnet.request',
  'spring.handler',
  'gin.request',
  'echo.request',
  'fiber.request',
  'chi.request',
  'mux.request',
  'akka_http.request',
  'netty.request',
  'grpc.server',
  'server.request',
  'aws.lambda',
  'http.request',
] as const

const SATURATION = Object.freeze([
  {
    metric: 'container.cpu.usage',
    id: 'datadog_container_cpu',
    what: 'processor use of its containers',
    unit: 'cores',
    divisor: 1e9,
  },
  {
    metric: 'container.memory.usage',
    id: 'datadog_container_memory',
    what: 'memory of its containers',
    unit: 'bytes',
    divisor: 1,
  },
  {
    metric: 'kubernetes.cpu.usage.total',
    id: 'datadog_kubernetes_cpu',
    what: 'processor use of its pods',
    unit: 'cores',
    divisor: 1e9,
  },
  {
    metric: 'kubernetes.memory.usage',
    id: 'datadog_kubernetes_memory',
    what: 'memory of its pods',
    unit: 'bytes',
    divisor: 1,
  },
] as const)

// The operation that serves requests, of those whose metrics report for the service.
export function findOperation(active: ReadonlySet<string>): string | undefined {
  return SERVING.find((one) => active.has(`trace.${one}.hits`))
}

// The figures of a signal that the service's metrics allow. `condition` picks the service, `by` keeps tags apart.
export function choosePresets(
  signal: Signal,
  active: ReadonlySet<string>,
  { condition, by }: Readonly<{ condition: string; by: readonly string[] }>,
): readonly Preset[] {
  const grouped = by.length === 0 ? '' : ` by {${by.join(',')}}`
  const at = `{${condition}}${grouped}`
  if (signal === 'saturation')
    return SATURATION.filter(({ metric }) => active.has(metric))
      .slice(0, 2)
      .map(({ metric, id, what, unit, divisor }) => ({
        id,
        signal,
        what,
        unit,
        divisor,
        needs: [metric],
        query: `sum:${metric}${at}`,
      }))
  const operation = findOperation(active)
  if (operation === undefined) return []
  const base = `trace.${operation}`
  const id = `datadog_apm_${operation.replaceAll('.', '_')}`
  const hits = `sum:${base}.hits${at}.as_rate()`
  const errors = `sum:${base}.errors${at}.as_rate()`
  const all: readonly Preset[] = [
    {
      id,
      signal: 'traffic',
      what: 'requests served',
      unit: 'per_second',
      divisor: 1,
      needs: [`${base}.hits`],
      query: hits,
    },
    {
      id,
      signal: 'errors',
      what: 'share of requests that failed',
      unit: 'ratio',
      divisor: 1,
      needs: [`${base}.hits`, `${base}.errors`],
      query: `${errors} / ${hits}`,
    },
    {
      id,
      signal: 'latency',
      what: 'p95 of requests',
      unit: 'seconds',
      divisor: 1,
      needs: [base],
      query: `p95:${base}${at}`,
    },
  ]
  return all.filter((one) => one.signal === signal && one.needs.every((metric) => active.has(metric)))
}

// Names of what is known for a signal, so that a reader sees what was looked for.
export function listTried(signal: Signal): string[] {
  if (signal === 'saturation') return SATURATION.map(({ id }) => id)
  return ['datadog_apm']
}
