import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type HttpMetrics = Readonly<{
  registry: Registry
  countRequest(route: string, status: number): void
  countCall(tool: string, outcome: string, seconds: number): void
}>

// The control plane's own numbers; `readings` are read when somebody asks.
export function createHttpMetrics(readings: Readonly<Record<string, () => number>>): HttpMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'vedette_http_requests_total',
    help: 'HTTP requests by route and status',
    labelNames: ['route', 'status'] as const,
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'vedette_tool_call_seconds',
    help: 'Tool calls by tool and outcome: a visibility, or the code of an error',
    labelNames: ['tool', 'outcome'] as const,
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 45],
    registers: [registry],
  })
  for (const [name, read] of Object.entries(readings))
    new Gauge({
      name: `vedette_${name}`,
      help: name.replaceAll('_', ' '),
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  return Object.freeze({
    registry,
    countRequest: (route: string, status: number) => requests.inc({ route, status: String(status) }),
    countCall: (tool: string, outcome: string, seconds: number) => calls.observe({ tool, outcome }, seconds),
  })
}
