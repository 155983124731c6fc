import { SourceError } from '@vedette/proto/connector'
import type { PrometheusConfig } from './config.ts'

// What only Alertmanager knows.
export const NEEDS_MANAGER: ReadonlySet<string> = new Set([
  'alerts.silences.create',
  'alerts.silences.list',
  'alerts.routing.get',
])
// What no label narrows: under enforced matchers it would show what lies outside them.
const CANNOT_NARROW: ReadonlySet<string> = new Set([
  'alerts.routing.get',
  'alerts.rules.get',
  'alerts.rules.list',
  'alerts.silences.create',
  'alerts.silences.list',
  'metrics.rules.list',
])

// Why a configuration cannot serve an operation, as the error to throw; undefined when it can.
export function findRefusal(config: PrometheusConfig, id: string): SourceError | undefined {
  if (config.alertmanager === undefined && NEEDS_MANAGER.has(id))
    return new SourceError('not_configured', { reason: 'not_requested' })
  if (config.enforce_matchers.length > 0 && CANNOT_NARROW.has(id))
    return new SourceError('not_served', { why: 'it cannot be narrowed to the enforced matchers' })
  return undefined
}
