import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { gitopsAppsList } from '@vedette/proto/operations'
import { listApps } from '../apps.ts'
import type { ArgocdClient } from '../client.ts'
import { toReading } from '../reading.ts'
import { toApp } from '../rows.ts'

// Applications, those that are not fine first. Those that the account may not see are a part of their own.
export const serveAppsList = serve(gitopsAppsList, async (client: ArgocdClient, input, context) => {
  const { apps, hidden, newestAt } = await listApps(client, context)
  const named = apps
    .map((app) => toApp(client, app))
    .filter((row) => input.project === undefined || row.project === input.project)
    .filter((row) => input.namespace === undefined || row.namespace === input.namespace)
    .filter((row) => input.destination === undefined || row.destination === input.destination)
  const rows = named
    .filter((row) => input.health === undefined || row.health === input.health)
    .filter((row) => input.sync === undefined || row.sync === input.sync)
  const isUntold =
    (asksKnown(input.health) && named.some((row) => row.health === 'unknown')) ||
    (asksKnown(input.sync) && named.some((row) => row.sync === 'unknown'))
  const slice = sliceByKey(rows, (row) => [isFine(row) ? 1 : 0, row.id], input)
  const isNarrowed = [input.project, input.namespace, input.destination].some((one) => one !== undefined)
  const isWhole = hidden.length === 0 && !isUntold
  return toReading(
    { apps: [...slice.rows], total: isWhole ? slice.total : null },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor, newestAt },
      // One whose state is not known may be one of those.
      doubt: isUntold ? 'state_not_told' : undefined,
      // An unknown project, namespace or destination looks like one without applications.
      proof: hidden.length === 0 && !(isNarrowed && named.length === 0) ? 'enumerated' : undefined,
      failed: hidden,
    },
  )
})

function asksKnown(state: string | undefined): boolean {
  return state !== undefined && state !== 'unknown'
}

function isFine(row: Readonly<{ sync: string; health: string }>): boolean {
  return row.sync === 'synced' && row.health === 'healthy'
}
