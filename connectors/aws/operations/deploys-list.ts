import { sideBySide } from '@vedette/connectors/kit'
import { deploysList } from '@vedette/proto/operations'
import { chunks } from '../chunks.ts'
import type { Reader } from '../connect.ts'
import type { Service } from '../containers.ts'
import { readEcsClusters, readServices } from '../containers.ts'
import { collect, joinPaged, mapPaged, wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds, lastOf, need, toTime } from '../values.ts'

// Deployments of CodeDeploy in the window, and those that ECS services still show: ECS keeps only the current ones, so
// an earlier rollout of a service that has a newer one is not seen.
export const serveDeploysList = serveList(deploysList, {
  async read(reader, input) {
    const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
    const coded = await readCodeDeploys(reader, from, to)
    const clusters = await readEcsClusters(reader, input.cluster)
    const services = (await sideBySide(clusters, 3, (cluster) => readServices(reader, cluster))).flat()
    const rolled = wholeList(services.flatMap((one) => toRollouts(one, from, to)))
    const rows = mapPaged(joinPaged(coded, rolled), (all) =>
      all
        .filter(
          (row) =>
            holds(row.service, input.service) && (input.state === undefined || row.state === input.state),
        )
        .filter(
          (row) =>
            input.cluster === undefined ||
            row.cluster === input.cluster ||
            row.cluster === lastOf(input.cluster),
        )
        // Nothing here lies in a namespace of Kubernetes.
        .filter(() => input.namespace === undefined)
        .filter((row) => holds(`${row.environment ?? ''} ${row.cluster ?? ''}`, input.environment)),
    )
    return { paged: rows, unproven: 'ecs_keeps_only_current_deployments' }
  },
  keyOf: (row) => [-(Date.parse(row.started_at ?? '') || 0), row.id],
  toValue: ({ rows, total }) => ({ deploys: [...rows], total }),
})

const CODE_STATES = Object.freeze({
  Created: 'running',
  Queued: 'running',
  InProgress: 'running',
  Baking: 'running',
  Ready: 'running',
  Succeeded: 'succeeded',
  Failed: 'failed',
  Stopped: 'cancelled',
} as const)

async function readCodeDeploys(reader: Reader, from: number, to: number) {
  const paged = await collect(async (nextToken) => {
    const said = await reader.call('codedeploy', 'listDeployments', {
      createTimeRange: { start: new Date(from), end: new Date(to) },
      ...(nextToken === undefined ? {} : { nextToken }),
    })
    return { items: said.deployments, next: said.nextToken }
  })
  const details = await sideBySide(chunks(paged.items, 25), 3, async (deploymentIds) =>
    need(
      (await reader.call('codedeploy', 'batchGetDeployments', { deploymentIds: [...deploymentIds] }))
        .deploymentsInfo,
    ),
  )
  return mapPaged(paged, () =>
    details.flat().map((one) => ({
      ...blank(one.deploymentId ?? ''),
      kind: 'pipeline' as const,
      state:
        one.rollbackInfo?.rollbackTriggeringDeploymentId === undefined
          ? toState(one.status)
          : ('rolled_back' as const),
      service: one.applicationName ?? null,
      environment: one.deploymentGroupName ?? null,
      repository: one.revision?.gitHubLocation?.repository ?? null,
      commit: one.revision?.gitHubLocation?.commitId ?? null,
      version: one.revision?.s3Location?.key ?? null,
      started_at: toTime(one.createTime),
      finished_at: toTime(one.completeTime),
      by: one.creator ?? null,
      rollback: one.rollbackInfo?.rollbackTriggeringDeploymentId !== undefined,
    })),
  )
}

function toState(status: string | undefined): 'running' | 'succeeded' | 'failed' | 'cancelled' | 'unknown' {
  const words: Readonly<Record<string, 'running' | 'succeeded' | 'failed' | 'cancelled'>> = CODE_STATES
  return words[status ?? ''] ?? 'unknown'
}

function toRollouts(service: Service, from: number, to: number) {
  return (service.deployments ?? []).flatMap((one) => {
    const at = one.createdAt?.getTime() ?? 0
    if (at < from || at > to) return []
    const state = one.rolloutState
    return [
      {
        ...blank(one.id ?? ''),
        kind: 'rollout' as const,
        state:
          state === 'COMPLETED'
            ? ('succeeded' as const)
            : state === 'FAILED'
              ? ('failed' as const)
              : state === 'IN_PROGRESS'
                ? ('running' as const)
                : ('unknown' as const),
        service: service.serviceName ?? null,
        cluster: service.clusterArn === undefined ? null : lastOf(service.clusterArn),
        version: one.taskDefinition?.split('/').at(-1) ?? null,
        started_at: toTime(one.createdAt),
        finished_at: state === 'COMPLETED' ? toTime(one.updatedAt) : null,
      },
    ]
  })
}

type Blank = Readonly<{
  id: string
  service: string | null
  environment: string | null
  cluster: string | null
  namespace: null
  workload: null
  version: string | null
  previous_version: null
  repository: string | null
  commit: string | null
  started_at: string | null
  finished_at: string | null
  by: string | null
  rollback: boolean | null
  url: null
}>

function blank(id: string): Blank {
  return {
    id,
    service: null,
    environment: null,
    cluster: null,
    namespace: null,
    workload: null,
    version: null,
    previous_version: null,
    repository: null,
    commit: null,
    started_at: null,
    finished_at: null,
    by: null,
    rollback: null,
    url: null,
  }
}
