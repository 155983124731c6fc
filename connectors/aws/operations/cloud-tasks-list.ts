import { sideBySide, sliceByKey } from '@vedette/connectors/kit'
import { cloudTasksList } from '@vedette/proto/operations'
import { chunks } from '../chunks.ts'
import type { Output } from '../client.ts'
import type { Reader } from '../connect.ts'
import { findServices } from '../containers.ts'
import { checkWhole, collect } from '../pages.ts'
import { pageOf, pickOne, serveFind } from '../reading.ts'
import { need, placeOf, told, toTime } from '../values.ts'

// Running tasks of one ECS service, or those that stopped in about the last hour.
export const serveTasksList = serveFind(cloudTasksList, {
  field: 'service',
  async find(reader, input) {
    const found = await findServices(reader, input)
    const one = pickOne(found, { field: 'service', idOf: (it) => it.service.serviceArn })
    if (one === undefined) return undefined
    const serviceName = one.service.serviceName ?? input.service
    const tasks = await readTasks(reader, { cluster: one.cluster, serviceName, stopped: input.stopped })
    const slice = sliceByKey(tasks, (row) => [row.id], input)
    return {
      value: { service: serviceName, tasks: [...slice.rows], total: slice.total },
      items: tasks.length,
      page: pageOf(slice),
    }
  },
})

type Task = NonNullable<Output<'ecs', 'describeTasks'>['tasks']>[number]

async function readTasks(
  reader: Reader,
  { cluster, serviceName, stopped }: Readonly<{ cluster: string; serviceName: string; stopped: boolean }>,
) {
  const paged = await collect(async (nextToken) => {
    const said = await reader.call('ecs', 'listTasks', {
      cluster,
      serviceName,
      desiredStatus: stopped ? 'STOPPED' : 'RUNNING',
      ...(nextToken === undefined ? {} : { nextToken }),
    })
    return { items: said.taskArns, next: said.nextToken }
  })
  checkWhole(paged)
  const all = await sideBySide(chunks(paged.items, 100), 4, async (tasks) =>
    need((await reader.call('ecs', 'describeTasks', { cluster, tasks: [...tasks] })).tasks),
  )
  return all.flat().map((one) => toRow(reader, one))
}

function toRow(reader: Reader, one: Task) {
  return {
    id: one.taskArn ?? '',
    ...placeOf(reader),
    state: one.lastStatus ?? 'unknown',
    health:
      one.healthStatus === 'HEALTHY'
        ? ('healthy' as const)
        : one.healthStatus === 'UNHEALTHY'
          ? ('unhealthy' as const)
          : ('unknown' as const),
    revision: one.taskDefinitionArn?.split('/').at(-1) ?? null,
    zone: one.availabilityZone ?? null,
    started_at: toTime(one.startedAt),
    stopped_at: toTime(one.stoppedAt),
    stop_code: one.stopCode ?? null,
    stop_reason: told(one.stoppedReason),
    containers: (one.containers ?? []).map((it) => ({
      name: it.name ?? 'unknown',
      image: it.image ?? null,
      state: it.lastStatus ?? null,
      exit_code: it.exitCode ?? null,
      reason: told(it.reason),
    })),
  }
}
