import { toTime } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { GithubClient } from './client.ts'
import { readList } from './pages.ts'
import type { Seen } from './repos.ts'

export const deploymentSchema = z.object({
  id: z.int(),
  sha: z.string(),
  ref: z.string().nullish(),
  environment: z.string().nullish(),
  description: z.string().nullish(),
  creator: z.object({ login: z.string() }).nullish(),
  created_at: z.string(),
})
export type Deployment = z.output<typeof deploymentSchema>

const statusSchema = z.object({
  state: z.string(),
  description: z.string().nullish(),
  created_at: z.string().nullish(),
  log_url: z.string().nullish(),
  environment_url: z.string().nullish(),
})
export type Status = z.output<typeof statusSchema>

const STATES = Object.freeze({
  success: 'succeeded',
  failure: 'failed',
  error: 'failed',
  in_progress: 'running',
  queued: 'running',
  pending: 'running',
} as const)

// What a status means. `inactive` says that another deployment took its place, not how it went.
export function toState(word: string) {
  return Object.hasOwn(STATES, word) ? STATES[word as keyof typeof STATES] : ('unknown' as const) // just checked
}

// Statuses of a deployment, newest first; a page is more than any has.
export async function readStatuses(
  client: GithubClient,
  of: Readonly<{ repo: Seen; id: number; context: CallContext }>,
): Promise<readonly Status[]> {
  const paged = await readList(client, {
    path: [...of.repo.path, 'deployments', String(of.id), 'statuses'],
    schema: z.array(statusSchema),
    rowsOf: (rows) => rows,
    ...{ needs: ['deployments'], repo: of.repo.name, context: of.context, maxPages: 1 },
  })
  return paged.items
}

// One deployment as a row; without statuses its state is unknown.
export function toDeploy(
  one: Deployment,
  of: Readonly<{ repo: Seen; service: string | null; statuses: readonly Status[] | undefined }>,
) {
  const last = of.statuses?.find(({ state }) => state !== 'inactive')
  const state = last === undefined ? ('unknown' as const) : toState(last.state)
  return {
    id: `${of.repo.full_name}/${one.id}`,
    kind: 'pipeline' as const,
    state,
    service: of.service,
    environment: one.environment ?? null,
    cluster: null,
    namespace: null,
    workload: null,
    version: one.ref ?? null,
    previous_version: null,
    repository: of.repo.full_name,
    commit: one.sha,
    started_at: toTime(one.created_at),
    finished_at: state === 'succeeded' || state === 'failed' ? toTime(last?.created_at) : null,
    by: one.creator?.login ?? null,
    rollback: null,
    url: last?.log_url || last?.environment_url || null,
  }
}
