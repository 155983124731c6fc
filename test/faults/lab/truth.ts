import { GRADES } from './law.ts'
import type { Item } from './rows.ts'
import type { InstanceSpec, WorldSpec } from './world.ts'

/** A problem of production as it truly is: how the health answer names it, and how far it lowers the grade. */
export type TrueProblem = Readonly<{ id: string; grade: string; place: string | null }>

const OUTAGE = 2

/** Every problem of one instance that the health of production would tell of, were all of it seen. */
export function problemsOf(instance: InstanceSpec): readonly TrueProblem[] {
  const place = Object.values(instance.scope)[0] ?? instance.agent
  return Object.entries(instance.items).flatMap(([operation, items]) =>
    items.flatMap((item) => {
      const found = toProblem(operation, item, { instance, items, place })
      return found === null ? [] : [found]
    }),
  )
}

type Place = Readonly<{ instance: InstanceSpec; items: readonly Item[]; place: string }>

function toProblem(operation: string, item: Item, { instance, items, place }: Place): TrueProblem | null {
  switch (operation) {
    case 'k8s.pods.list':
      return item.bad ? { id: `workload:${place}/${item.ns}/${item.id}`, grade: 'degraded', place } : null
    case 'k8s.deployments.list': {
      const grade = item.word === 'unavailable' ? 'outage' : 'degraded'
      return item.bad ? { id: `workload:${place}/${item.ns}/${item.id}`, grade, place } : null
    }
    case 'k8s.nodes.list': {
      const isAll = items.every((one) => one.bad)
      return item.bad ? { id: `node:${place}/${item.id}`, grade: isAll ? 'outage' : 'degraded', place } : null
    }
    case 'alerts.active.list':
      return { id: `alert:${item.id}////`, grade: item.word === 'info' ? 'ok' : 'degraded', place: null }
    case 'incidents.list':
      return {
        id: `incident:${instance.name}/${item.id}`,
        grade: item.word === 'P1' ? 'outage' : 'degraded',
        place: null,
      }
    case 'slos.list':
      return item.bad ? { id: `slo:${item.id}`, grade: 'degraded', place: null } : null
    case 'cloud.service_health.list':
      return { id: `cloud:${place}/${item.id}`, grade: 'degraded', place }
    case 'metrics.targets.list':
      return item.bad ? { id: `target:${instance.name}/${item.id}`, grade: 'degraded', place: null } : null
    default:
      return null
  }
}

/** The true grade of the whole: of problems that lower it, the worst. Findings that only enrich lower it too. */
export function trueGrade(problems: readonly TrueProblem[]): string {
  const rank = Math.max(0, ...problems.map((one) => GRADES.indexOf(one.grade)))
  return GRADES[Math.min(rank, OUTAGE)] ?? 'outage'
}

/** Every instance of a world once: two that look at one vendor tell of the same things. */
export function distinctInstances(world: WorldSpec): readonly InstanceSpec[] {
  const byVendor = new Map(world.agents.flatMap((agent) => agent.instances).map((one) => [one.vendor, one]))
  return [...byVendor.values()]
}

/** Whether the best word of a composite would be true, as far as these instances hold what it looks at. */
export function isTrulyWell(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  instances: readonly InstanceSpec[],
): boolean {
  const of = (operation: string) => instances.flatMap((one) => one.items[operation] ?? [])
  const isAnyBad = (...operations: readonly string[]) =>
    operations.some((operation) => of(operation).some((item) => item.bad))
  const isNamed = ({ id, ns }: Item) => id === args['name'] && ns === args['namespace']
  switch (tool) {
    case 'blast_radius':
      return (
        of('traces.dependencies.get').length === 0 &&
        !of('k8s.services.list').some((item) => item.id === args['service'] && item.bad)
      )
    case 'cert_expiry':
      return !isAnyBad('k8s.certificates.list', 'cloud.certificates.list')
    case 'change_timeline':
    case 'deploy_correlation':
      return of('deploys.list').length === 0
    case 'fleet_compare':
    case 'workload_triage':
      return !of('k8s.deployments.list').some((item) => isNamed(item) && item.bad)
    case 'node_triage':
      return !of('k8s.nodes.list').some((item) => item.id === args['node'] && item.bad)
    case 'public_exposure':
      return !isAnyBad('cloud.security_groups.list', 'k8s.services.list')
    case 'saturation':
      return !isAnyBad('k8s.nodes.top')
    case 'telemetry_gaps':
      return !isAnyBad('alerts.rules.list', 'metrics.targets.list')
    default:
      // What is asked about stands: it is never over.
      return false
  }
}
