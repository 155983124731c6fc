import { isWithin, readGivenSpan, type Span, sliceByKey, toMs } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { deploysList } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { type App, listApps } from '../apps.ts'
import type { ArgocdClient } from '../client.ts'
import { toDeploy, toEnd, toEnvironment, toOpenDeploy } from '../deploys.ts'
import { toReading } from '../reading.ts'
import { findOpenOperation, isHistoryFull, toDestination, toId } from '../rows.ts'

// Syncs of applications in a window, newest first: those that succeeded, and the last one when it did not. Of failed ones
// before it nothing is kept, so that none at all is never proved while something may have failed.
export const serveDeploysList = serve(deploysList, async (client: ArgocdClient, input, context) => {
  const window = readGivenSpan(input)
  const { apps, hidden, newestAt } = await listApps(client, context, 'history')
  const chosen = apps
    .filter((app) => input.service === undefined || app.metadata.name === input.service)
    .filter((app) => input.cluster === undefined || toDestination(app) === input.cluster)
    .filter((app) => input.namespace === undefined || app.spec.destination?.namespace === input.namespace)
  const matching = chosen.filter(
    (app) => input.environment === undefined || toEnvironment(app) === input.environment,
  )
  const isUnlabelled = input.environment !== undefined && chosen.some((app) => toEnvironment(app) === null)
  const all = matching.flatMap((app) => toRows(client, app, window))
  const rows = all.filter((row) => input.state === undefined || row.state === input.state)
  const slice = sliceByKey(rows, (row) => [-(toMs(row.started_at) ?? 0), row.id], input)
  const short = matching.filter((app) => isShort(app, window))
  const cut: readonly Part[] = short
    .slice(0, 20)
    .map((app) => ({ scope: { app: toId(app) }, state: 'truncated', cap: 'by_source', at_least: 0 }))
  const asksFailed = input.state !== undefined && input.state !== 'succeeded' && input.state !== 'running'
  const isWhole = hidden.length === 0 && short.length === 0 && !isUnlabelled && !asksFailed
  return toReading(
    { deploys: [...slice.rows], total: isWhole ? slice.total : null },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor, newestAt },
      doubt: isUnlabelled ? 'environment_not_told' : asksFailed ? 'earlier_failures_are_not_kept' : undefined,
      // An unknown service, cluster or namespace looks like one without deploys.
      proof: matching.length > 0 && hidden.length === 0 ? 'enumerated' : undefined,
      failed: [...hidden, ...cut],
    },
  )
})

function toRows(client: ArgocdClient, app: App, window: Span) {
  const history = app.status?.history ?? []
  const open = findOpenOperation(app)
  return [
    ...history
      .map((entry, index) => ({ entry, before: history[index - 1] }))
      .filter(({ entry }) => isWithin(entry.deployedAt, window))
      .map((one) => toDeploy(client, app, one)),
    ...(open !== undefined && isWithin(open.startedAt, window) ? [toOpenDeploy(client, app, open)] : []),
  ]
}

// Whether syncs of the window may have been dropped from a full history.
function isShort(app: App, window: Span): boolean {
  const oldest = app.status?.history?.[0]
  return oldest !== undefined && isHistoryFull(app) && toEnd(oldest) > window.from
}
