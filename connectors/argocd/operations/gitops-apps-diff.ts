import { serve } from '@vedette/proto/connector'
import { gitopsAppsDiff } from '@vedette/proto/operations'
import { z } from 'zod'
import { findApp, findStale, toPlace } from '../apps.ts'
import type { ArgocdClient } from '../client.ts'
import { cutFields, findDrift, managedSchema } from '../drift.ts'
import { toReading } from '../reading.ts'
import { toId, toPage, toSource } from '../rows.ts'

const managed = z.object({ items: z.array(managedSchema).nullish() })

// What differs between what the repository asks for and what runs, as Argo CD compared it last.
export const serveAppsDiff = serve(gitopsAppsDiff, async (client: ArgocdClient, input, context) => {
  const app = await findApp(client, input.app, context)
  const path = ['applications', app.metadata.name, 'managed-resources']
  const { items } = await client.ask({ path, query: toPlace(app), schema: managed, context })
  const compared = (items ?? []).filter(({ hook }) => hook !== true).map(findDrift)
  const drifts = compared.filter((one) => typeof one === 'object')
  const shown = drifts.slice(0, input.limit).map(cutFields)
  const conditions = app.status?.conditions ?? []
  const isBroken = conditions.some(({ type }) => type === 'ComparisonError' || type === 'InvalidSpecError')
  const isUnreadable = compared.includes('unreadable')
  // Argo CD's own word weighs more than a comparison that finds nothing.
  const isAtOdds = drifts.length === 0 && app.status?.sync?.status !== 'Synced'
  const isCut = shown.length < drifts.length
  const doubt = isBroken
    ? 'manifests_not_rendered'
    : isUnreadable
      ? 'manifest_not_readable'
      : isAtOdds
        ? 'sync_state_says_otherwise'
        : (items ?? []).length === 0
          ? 'no_resources_told'
          : undefined
  return toReading(
    {
      app: toId(app),
      target_revision: toSource(app.spec)?.targetRevision || null,
      resources: shown.map(({ drift }) => ({ ...drift })),
      total: doubt === undefined ? drifts.length : null,
    },
    {
      ...{ client, context, items: shown.length, url: toPage(client, app), proof: 'enumerated', doubt },
      cut: isCut ? 'rows' : shown.some((one) => one.isCut) ? 'bytes' : undefined,
      newestAt: findStale(client, [app], context),
    },
  )
})
