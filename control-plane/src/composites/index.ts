import type { Tool } from '../tools/types.ts'
import { blastRadius } from './blast-radius/index.ts'
import { certExpiry } from './cert-expiry/index.ts'
import { changeTimeline } from './change-timeline/index.ts'
import { type Composite, type CompositeParts, createCompositeTool } from './define-composite.ts'
import { deployCorrelation } from './deploy-correlation/index.ts'
import { fleetCompare } from './fleet-compare/index.ts'
import { investigateAlert } from './investigate-alert/index.ts'
import { investigateIncident } from './investigate-incident/index.ts'
import { nodeTriage } from './node-triage/index.ts'
import { productionHealth } from './production-health/index.ts'
import { publicExposure } from './public-exposure/index.ts'
import { saturation } from './saturation/index.ts'
import { telemetryGaps } from './telemetry-gaps/index.ts'
import { workloadTriage } from './workload-triage/index.ts'

export type { Composite, CompositeParts } from './define-composite.ts'
export { createCompositeTool } from './define-composite.ts'

// Every composite, in the order of their names.
export const COMPOSITES: readonly Composite[] = Object.freeze([
  blastRadius,
  certExpiry,
  changeTimeline,
  deployCorrelation,
  fleetCompare,
  investigateAlert,
  investigateIncident,
  nodeTriage,
  productionHealth,
  publicExposure,
  saturation,
  telemetryGaps,
  workloadTriage,
])

// The composites as tools over one fleet.
export function createCompositeTools(parts: CompositeParts): readonly Tool[] {
  return Object.freeze(COMPOSITES.map((composite) => createCompositeTool(composite, parts)))
}
