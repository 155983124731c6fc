import { isWithin, readGivenSpan, type Span, sliceByKey, toMs } from '@vedette/connectors/kit'
import { type CallContext, SourceError, serve } from '@vedette/proto/connector'
import { deploysList } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import { type GithubClient, isSame } from '../client.ts'
import { type Deployment, deploymentSchema, readStatuses, toDeploy } from '../deployments.ts'
import { readList } from '../pages.ts'
import { askPart, cutOf, toFailed, toPartOf, toReading } from '../reading.ts'
import { type Seen, seeRepo } from '../repos.ts'

// Deployments whose outcome is asked for in one answer, one question each.
const MAX_STATUSES = 60
type Target = Readonly<{ repo: string; service: string | null }>
type Found = Readonly<{
  repo: Seen
  service: string | null
  deployments: readonly Deployment[]
  parts: readonly Part[]
}>

// Deployments of the configured repositories, newest first.
export const serveDeploysList = serve(deploysList, async (client: GithubClient, input, context) => {
  for (const field of ['cluster', 'namespace'] as const)
    if (input[field] !== undefined)
      // Another source may tell it: this one just has no such question.
      throw new SourceError('not_served', { why: `deployments of GitHub name no ${field}` })
  const window = readGivenSpan(input)
  const targets = findTargets(client, input.service)
  const swept = await sweep(client, targets, { window, environment: input.environment, context })
  const newest = swept.found
    .flatMap((one) => one.deployments.map((deployment) => ({ ...one, deployment })))
    .sort((a, b) => (toMs(b.deployment.created_at) ?? 0) - (toMs(a.deployment.created_at) ?? 0))
  const asked = newest.slice(0, MAX_STATUSES)
  const failed: Part[] = [...swept.failed, ...swept.found.flatMap(({ parts }) => parts)]
  const all = []
  for (const { repo, service, deployment } of asked) {
    const told = await askPart('statuses', () => readStatuses(client, { repo, id: deployment.id, context }))
    failed.push(...told.failed)
    all.push(toDeploy(deployment, { repo, service, statuses: told.value }))
  }
  const rows = all.filter(({ state }) => input.state === undefined || state === input.state)
  const slice = sliceByKey(rows, (row) => [-(toMs(row.started_at) ?? 0), row.id], input)
  const isShort = newest.length > asked.length
  const { state } = input
  const isUntold = state !== undefined && state !== 'unknown' && all.some((one) => one.state === 'unknown')
  return toReading(
    { deploys: [...slice.rows], total: isShort || isUntold || failed.length > 0 ? null : slice.total },
    {
      ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
      cut: isShort ? 'rows' : undefined,
      doubt:
        targets.length === 0 ? 'repository_of_service_unknown' : isUntold ? 'outcome_not_told' : undefined,
      // Repositories that are not configured may deploy too, and an environment may be called otherwise.
      proof: input.service === undefined || input.environment !== undefined ? undefined : 'enumerated',
      failed: failed.slice(0, 50),
    },
  )
})

function findTargets({ config }: GithubClient, service: string | undefined): readonly Target[] {
  const all = config.deployments.map(({ repo, service: name }) => ({ repo, service: name ?? repo }))
  return all.filter(
    (one) => service === undefined || isSame(one.service, service) || isSame(one.repo, service),
  )
}

// Reads each repository; one that fails is a part of its own. Throws the first failure when none could be read.
async function sweep(
  client: GithubClient,
  targets: readonly Target[],
  asked: Readonly<{ window: Span; environment: string | undefined; context: CallContext }>,
): Promise<Readonly<{ found: readonly Found[]; failed: readonly Part[] }>> {
  const found: Found[] = []
  const errors: SourceError[] = []
  const failed: Part[] = []
  for (const target of targets) {
    try {
      found.push(await readTarget(client, target, asked))
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      errors.push(error)
      failed.push({ ...toPartOf('deployments', error), scope: { repo: target.repo } })
    }
  }
  const [first] = errors
  if (first !== undefined && found.length === 0) throw first
  return { found, failed }
}

async function readTarget(
  client: GithubClient,
  { repo: name, service }: Target,
  { window, environment, context }: Parameters<typeof sweep>[2],
): Promise<Found> {
  const repo = await seeRepo(client, name, context)
  const paged = await readList(client, {
    path: [...repo.path, 'deployments'],
    query: environment === undefined ? {} : { environment },
    schema: z.array(deploymentSchema),
    rowsOf: (rows) => rows,
    isPast: ({ created_at }) => (toMs(created_at) ?? window.from) < window.from,
    ...{ needs: ['deployments', 'metadata'], repo: repo.name, context },
  })
  const scope = { repo: repo.full_name }
  const cut: Part = { scope, state: 'truncated', cap: 'page', at_least: paged.items.length }
  const parts = [
    ...toFailed(paged).map((one) => ({ ...one, scope })),
    ...(cutOf(paged) === undefined ? [] : [cut]),
  ]
  return { repo, service, deployments: paged.items.filter((one) => isWithin(one.created_at, window)), parts }
}
