import type { k8sDeploymentsList, k8sNodesList, k8sPodsList } from '@vedette/proto/operations'
import type { z } from 'zod'
import { itemsOf, placeOf, type Read, type View } from '../read.ts'
import { workloadOf } from '../shared/names.ts'
import { parseTime } from '../shared/time.ts'
import type { Problem } from './problem.ts'
import { toDeploymentGrade } from './severity.ts'

type Nodes = Read<z.output<typeof k8sNodesList.output>>
type Pods = Read<z.output<typeof k8sPodsList.output>>
type Deployments = Read<z.output<typeof k8sDeploymentsList.output>>

const UNKNOWN = { owner: null, paging: null, silenced: null, slo: null } as const

// Nodes that are not ready or under pressure, one problem a node; all of a cluster's nodes together is an outage.
export function nodeProblems(read: Nodes): readonly Problem[] {
  return read.views.flatMap((view) => {
    const { nodes, not_ready, read: seen } = view.value
    const isOutage = seen > 0 && not_ready >= seen
    return nodes
      .filter((node) => node.problems.length > 0 || node.ready !== true)
      .map((node): Problem => {
        const isCordoned = node.problems.length > 0 && node.problems.every((one) => one === 'Cordoned')
        return {
          ...UNKNOWN,
          id: `node:${placeOf(view)}/${node.name}`,
          severity: isCordoned ? 'info' : node.ready === true ? 'ticket' : 'page',
          grade: isCordoned ? 'ok' : isOutage ? 'outage' : 'degraded',
          what: `node ${node.problems.join(', ') || 'readiness unknown'}`,
          service: null,
          where: { cluster: placeOf(view), ns: null, workload: node.name },
          n: 1,
          since: parseTime(node.problem_since),
          cite: () => [view.cite()],
        }
      })
  })
}

// Pods with a problem, under the workload that owns them.
export function podProblems(read: Pods): readonly Problem[] {
  return itemsOf(read, ({ pods }) => pods)
    .filter(({ item }) => item.problem)
    .map(({ item: pod, view }): Problem => {
      const workload = workloadOf(pod.owner, pod.name)
      const isJob = workload.kind === 'Job'
      return {
        ...UNKNOWN,
        ...atWorkload(view, pod.namespace, workload.name),
        severity: isJob ? 'info' : 'ticket',
        grade: isJob ? 'ok' : 'degraded',
        what: `pods ${pod.status}`,
        n: 1,
        since: parseTime(pod.last_exit?.finished_at ?? pod.created_at),
        cite: () => [view.cite()],
      }
    })
}

// Deployments with a problem; one that should run and has nothing available is an outage of that workload.
export function deploymentProblems(read: Deployments): readonly Problem[] {
  return itemsOf(read, ({ deployments }) => deployments)
    .filter(({ item }) => item.problem !== null)
    .map(({ item: one, view }): Problem => {
      const isGone = one.desired > 0 && one.available === 0
      const grade = isGone ? 'outage' : toDeploymentGrade(one.problem)
      return {
        ...UNKNOWN,
        ...atWorkload(view, one.namespace, one.name),
        severity: isGone ? 'page' : grade === 'ok' ? 'info' : 'ticket',
        grade,
        what: `deployment ${one.problem}, ${one.available} of ${one.desired} available`,
        n: 0,
        since: null,
        cite: () => [view.cite()],
      }
    })
}

function atWorkload(view: View<unknown>, ns: string, workload: string) {
  const cluster = placeOf(view)
  return {
    id: `workload:${cluster}/${ns}/${workload}`,
    service: workload,
    where: { cluster, ns, workload },
  }
}
