import { readSpan, sliceByKey } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { deploysList } from '@vedette/proto/operations'
import type { SentryClient } from '../client.ts'
import { toRow } from '../deploys.ts'
import { isHidden, readTarget } from '../projects.ts'
import { cutOf, type Proof, toFailed, toReading } from '../reading.ts'
import { type Release, readDeploys, readReleases } from '../releases.ts'
import { toMs } from '../values.ts'

// Releases whose deploys are read for one answer, one question each.
const MAX_READ = 25

// Deploys that were reported to Sentry, newest first. How one ended is not told, so its state is unknown.
export const serveDeploysList = serve(deploysList, async (client: SentryClient, input, context) => {
  const { from, to } = readSpan(input, context)
  const target = await readTarget(client, { service: input.service }, context)
  const paged = await readReleases(client, { project: target.id, context })
  const reported = paged.items.filter((one) => (one.deployCount ?? 0) > 0)
  // The last deploy bounds the others: a release whose last one was before the window has none in it.
  const recent = reported.filter((one) => (toMs(one.lastDeploy?.dateFinished) ?? to) >= from)
  const rows = []
  const failed = [...toFailed(paged)]
  let isCut = recent.length > MAX_READ
  for (const release of recent.slice(0, MAX_READ)) {
    const deploys = await readDeploys(client, release.version, context).catch(skipUnaskable)
    if (deploys === undefined) {
      isCut = true
      continue
    }
    failed.push(...toFailed(deploys))
    isCut ||= deploys.stop !== 'end'
    rows.push(...deploys.items.map((one) => toRow(release, one)))
  }
  const shown = rows.filter((row) => {
    const at = toMs(row.finished_at ?? row.started_at) ?? to
    return (
      at >= from &&
      at <= to &&
      (input.environment === undefined || row.environment === input.environment) &&
      (input.state === undefined || row.state === input.state) &&
      // Sentry knows neither clusters nor namespaces, so no deploy is known to be there.
      input.cluster === undefined &&
      input.namespace === undefined
    )
  })
  const slice = sliceByKey(shown, (row) => [-(toMs(row.finished_at ?? row.started_at) ?? 0), row.id], input)
  return toReading(
    { deploys: [...slice.rows], total: slice.total },
    {
      client,
      context,
      items: slice.rows.length,
      total: slice.total,
      cursor: slice.cursor,
      cut:
        cutOf(paged) ??
        (isCut ? 'rows' : slice.rows.length > 0 && isHidden(target) ? 'by_source' : undefined),
      failed,
      proof: prove(reported, { ...input, isHidden: isHidden(target) }),
    },
  )
})

// A version that no path can hold, or that went away meanwhile: its deploys are not read, which is said.
function skipUnaskable(error: unknown): undefined {
  if (!(error instanceof ArgumentError)) throw error
}

type Filters = Readonly<{
  environment?: string | undefined
  cluster?: string | undefined
  namespace?: string | undefined
  state?: string | undefined
  isHidden: boolean
}>

function prove(reported: readonly Release[], filters: Filters): Proof {
  const { environment, cluster, namespace, state } = filters
  if (filters.isHidden) return { unproven: 'this_token_may_not_see_all_projects' }
  if (cluster !== undefined || namespace !== undefined) return { unproven: 'sentry_knows_no_clusters' }
  if (state !== undefined) return { unproven: 'sentry_knows_no_outcome' }
  if (reported.length === 0) return { unproven: 'no_deploy_was_ever_reported' }
  const isKnown = reported.some(({ lastDeploy }) => lastDeploy?.environment === environment)
  return environment === undefined || isKnown
    ? { proof: 'existence_checked' }
    : { unproven: 'environment_unknown' }
}
