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
