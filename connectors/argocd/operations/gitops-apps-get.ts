import { toTime } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { gitopsAppsGet } from '@vedette/proto/operations'
import { z } from 'zod'
import { type App, findApp, findStale, type Resource, toPlace } from '../apps.ts'
import type { ArgocdClient } from '../client.ts'
import { askPart, toReading } from '../reading.ts'
import { toApp, toHealth, toInitiator, toPage, toPhase, toSync } from '../rows.ts'

const tree = z.object({
  nodes: z
    .array(
      z.object({
        group: z.string().nullish(),
        kind: z.string(),
        namespace: z.string().nullish(),
        name: z.string(),
        health: z.object({ status: z.string().nullish(), message: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
})
type Health = NonNullable<Resource['health']>

// One application with its resources. Their health stands in the tree where the application itself does not keep it.
export const serveAppsGet = serve(gitopsAppsGet, async (client: ArgocdClient, input, context) => {
  const app = await findApp(client, input.app, context)
  const path = ['applications', app.metadata.name, 'resource-tree']
  const told = await askPart('resource_health', () =>
    client.ask({ path, query: toPlace(app), schema: tree, context }),
  )
  const healths = new Map<string, Health | null | undefined>()
  for (const node of told.value?.nodes ?? []) healths.set(toKey(node), node.health)
  const all = (app.status?.resources ?? []).map((one) =>
    toRow(one, one.health ?? healths.get(toKey(one)), healths.has(toKey(one))),
  )
  // A resource that stands in the tree without health is of a kind that has none.
  const hasNone = (row: (typeof all)[number]) => row.health === 'unknown' && row.isInTree && !row.isTold
  const wanted = all.filter(
    (row) => !input.problem_only || row.sync !== 'synced' || !(row.health === 'healthy' || hasNone(row)),
  )
  const shown = wanted.slice(0, input.limit)
  return toReading(
    {
      app: toApp(client, app),
      conditions: (app.status?.conditions ?? []).map((one) => ({
        type: one.type,
        status: null,
        message: one.message ?? null,
        at: toTime(one.lastTransitionTime),
      })),
      resources: shown.map(({ isTold: _, isInTree: __, ...row }) => row),
      operation: toOperation(app),
      images: app.status?.summary?.images ?? null,
      resources_total: app.status?.resources == null ? null : wanted.length,
    },
    {
      ...{ client, context, items: 1, url: toPage(client, app) },
      cut: shown.length < wanted.length ? 'rows' : undefined,
      newestAt: findStale(client, [app], context),
      failed: told.failed,
    },
  )
})

function toKey(
  of: Readonly<{
    group?: string | null | undefined
    kind: string
    namespace?: string | null | undefined
    name: string
  }>,
) {
  return [of.group ?? '', of.kind, of.namespace ?? '', of.name].join('/')
}

function toRow(one: Resource, health: Health | null | undefined, isInTree: boolean) {
  return {
    kind: one.kind,
    namespace: one.namespace || null,
    name: one.name,
    sync: toSync(one.status),
    health: toHealth(health?.status),
    message: health?.message || null,
    isTold: health?.status != null,
    isInTree,
  }
}

function toOperation({ status }: App) {
  const operation = status?.operationState
  if (operation == null) return null
  return {
    state: toPhase(operation.phase),
    started_at: toTime(operation.startedAt),
    finished_at: toTime(operation.finishedAt),
    by: toInitiator(operation.operation?.initiatedBy).by,
    message: operation.message ?? null,
  }
}
