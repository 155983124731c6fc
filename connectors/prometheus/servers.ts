import type { PrometheusConfig } from './config.ts'
import { PROMETHEUS_OPERATIONS } from './operations/index.ts'
import { findRefusal, NEEDS_MANAGER } from './serves.ts'

export type ServerName = 'prometheus' | 'alertmanager'

// What Alertmanager holds: that an alert exists under this id, whether it is silenced and who was told. The rules know
// neither, and may know the alert under another id.
const HELD_BY_MANAGER: ReadonlySet<string> = new Set([...NEEDS_MANAGER, 'alerts.get'])
// Answered by either half alone: what one of them has seen is worth telling, and the other is a part that was not read.
const OF_EITHER: ReadonlySet<string> = new Set(['alerts.active.list'])

// Operations of this configuration that say nothing without one of its servers. With an Alertmanager the alert itself
// comes from it; without one, everything comes from Prometheus.
export function findNeeds(config: PrometheusConfig, server: ServerName): readonly string[] {
  const hasManager = config.alertmanager !== undefined
  return PROMETHEUS_OPERATIONS.map((one) => one.operation.id).filter((id) => {
    if (findRefusal(config, id) !== undefined) return false
    if (hasManager && OF_EITHER.has(id)) return false
    const isHeld = hasManager && HELD_BY_MANAGER.has(id)
    return server === 'alertmanager' ? isHeld : !isHeld
  })
}

// Operations that begin with the very read that the probe made of a server: a refusal of it is theirs, and says nothing
// of the other paths.
const PROBED: Readonly<Record<ServerName, Readonly<{ read: string; operations: ReadonlySet<string> }>>> =
  Object.freeze({
    prometheus: { read: 'GET /api/v1/query', operations: new Set(['metrics.query']) },
    alertmanager: { read: 'GET /api/v2/status', operations: new Set(['alerts.routing.get']) },
  })

// What a server that refuses the probe's read takes away, with the read that it refuses.
export function findRefused(config: PrometheusConfig, server: ServerName) {
  const { read, operations } = PROBED[server]
  return findNeeds(config, server)
    .filter((operation) => operations.has(operation))
    .map((operation) => ({ operation, missing: read }))
}
