import { toTime } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { gitopsAppsHistory } from '@vedette/proto/operations'
import { type Entry, findApp, findStale, type Operation } from '../apps.ts'
import type { ArgocdClient } from '../client.ts'
import { toReading } from '../reading.ts'
import {
  findOpenOperation,
  isHistoryFull,
  toId,
  toInitiator,
  toPage,
  toPhase,
  toRevision,
  toSource,
} from '../rows.ts'

// Syncs that the application keeps, newest first, and the last operation when it did not succeed. Failed ones before it
// are kept nowhere.
export const serveAppsHistory = serve(gitopsAppsHistory, async (client: ArgocdClient, input, context) => {
  const app = await findApp(client, input.app, context)
  const open = findOpenOperation(app)
  const kept = (app.status?.history ?? []).toReversed()
  const all = [...(open === undefined ? [] : [toOpen(open)]), ...kept.map(toSync)]
  const shown = all.slice(0, input.limit)
  const isFull = isHistoryFull(app)
  return toReading(
    { app: toId(app), syncs: shown, total: isFull ? null : all.length },
    {
      ...{ client, context, items: shown.length, url: toPage(client, app), proof: 'enumerated' },
      cut: shown.length < all.length ? 'rows' : isFull ? 'by_source' : undefined,
      newestAt: findStale(client, [app], context),
    },
  )
})

function toSync(entry: Entry) {
  const source = toSource(entry)
  return {
    id: String(entry.id ?? entry.deployedAt),
    revision: toRevision(entry),
    chart_version: source?.chart == null ? null : toRevision(entry),
    source: source?.repoURL ?? null,
    started_at: toTime(entry.deployStartedAt),
    finished_at: toTime(entry.deployedAt),
    // Only what succeeded is kept.
    state: 'succeeded' as const,
    ...toInitiator(entry.initiatedBy),
    message: null,
  }
}

function toOpen(operation: Operation) {
  return {
    id: 'operation',
    revision: toRevision(operation.syncResult),
    chart_version: null,
    source: null,
    started_at: toTime(operation.startedAt),
    finished_at: toTime(operation.finishedAt),
    state: toPhase(operation.phase),
    ...toInitiator(operation.operation?.initiatedBy),
    message: operation.message ?? null,
  }
}
