import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AgentStatus, Fleet } from '../fleet/types.ts'

export type HttpMetrics = Readonly<{
  registry: Registry
  countRequest(route: string, status: number): void
  countCall(tool: string, outcome: string, seconds: number): void
}>

// One number, or one for each word of `status`.
export type Measured = number | Readonly<Record<string, number>>

// The control plane's own numbers; `readings` are read when somebody asks.
export function createHttpMetrics(readings: Readonly<Record<string, () => Measured>>): HttpMetrics {
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
      labelNames: ['status'] as const,
      registers: [registry],
      collect() {
        const measured = read()
        if (typeof measured === 'number') return this.set(measured)
        for (const [status, count] of Object.entries(measured)) this.set({ status }, count)
      },
    })
  return Object.freeze({
    registry,
    countRequest: (route: string, status: number) => requests.inc({ route, status: String(status) }),
    countCall: (tool: string, outcome: string, seconds: number) => calls.observe({ tool, outcome }, seconds),
  })
}

// Agents of all organisations by status. While the fleet is still being heard after a start, or this replica is blind,
// who is not heard is `unknown` and not offline.
export function countAgents(
  fleet: Pick<Fleet, 'agents' | 'knowledge' | 'blind'>,
  organisations: readonly string[],
): Readonly<Record<AgentStatus | 'unknown', number>> {
  const counts = { connected: 0, offline: 0, disputed: 0, unknown: 0 }
  for (const organisation of organisations) {
    const isTold = fleet.knowledge(organisation) === 'known' && !fleet.blind(organisation)
    for (const { status } of fleet.agents(organisation))
      counts[status === 'offline' && !isTold ? 'unknown' : status] += 1
  }
  return counts
}
