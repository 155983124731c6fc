import { serve } from '@vedette/proto/connector'
import { deploysGet } from '@vedette/proto/operations'
import { type App, findApp, findStale, type Operation } from '../apps.ts'
import type { ArgocdClient } from '../client.ts'
import { OPEN, toDeploy, toOpenDeploy } from '../deploys.ts'
import { notFound, toReading } from '../reading.ts'
import { findOpenOperation, toPage, toRevision } from '../rows.ts'

const STEPS = Object.freeze({ Synced: 'succeeded', SyncFailed: 'failed', Pruned: 'succeeded' } as const)

// Ids of other sources are none of ours.
const NAME = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/

// One sync. What was done to each resource is kept of the last operation only, and images of what runs now.
export const serveDeploysGet = serve(deploysGet, async (client: ArgocdClient, input, context) => {
  const [namespace = '', name = '', number = '', ...more] = input.id.split('/')
  const isNamed = [namespace, name].every((one) => NAME.test(one))
  if (more.length > 0 || !isNamed || !/^(?:\d{1,19}|operation)$/.test(number)) throw notFound('id')
  const app = await findApp(client, `${namespace}/${name}`, context)
  const { deploy, operation } = findDeploy(client, app, number)
  const isCurrent = number === OPEN || app.status?.history?.at(-1)?.id === Number(number)
  return toReading(
    {
      deploy,
      steps: operation === undefined ? null : toSteps(operation),
      images: isCurrent ? (app.status?.summary?.images ?? null) : null,
      commits: null,
      pulls: null,
      reason: operation?.message ?? null,
    },
    {
      ...{ client, context, items: 1, url: toPage(client, app) },
      newestAt: findStale(client, [app], context),
    },
  )
})

function findDeploy(client: ArgocdClient, app: App, number: string) {
  const history = app.status?.history ?? []
  if (number === OPEN) {
    const operation = findOpenOperation(app)
    if (operation === undefined) throw notFound('id')
    return { deploy: toOpenDeploy(client, app, operation), operation }
  }
  const index = history.findIndex(({ id }) => String(id) === number)
  const entry = history[index]
  if (entry === undefined) throw notFound('id')
  const last = app.status?.operationState
  const isLast = index === history.length - 1 && last?.phase === 'Succeeded'
  const isSame = isLast && toRevision(last.syncResult) === toRevision(entry)
  return {
    deploy: toDeploy(client, app, { entry, before: history[index - 1] }),
    operation: isSame ? last : undefined,
  }
}

function toSteps({ syncResult }: Operation) {
  if (syncResult?.resources == null) return null
  return syncResult.resources.map(({ kind, namespace, name, status, message }) => ({
    name: [kind, namespace, name].filter((one) => one != null && one !== '').join('/'),
    state:
      status != null && Object.hasOwn(STEPS, status)
        ? STEPS[status as keyof typeof STEPS] // just checked
        : ('unknown' as const),
    started_at: null,
    finished_at: null,
    message: message ?? null,
  }))
}
