import { type PathSegment, splitSegments } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { SentryClient } from './client.ts'
import { readList } from './lists.ts'
import { askOne } from './reading.ts'
import { number, text, toRatio } from './values.ts'

const health = z
  .looseObject({
    hasHealthData: z.boolean().nullish(),
    totalSessions: number,
    crashFreeSessions: number,
    crashFreeUsers: number,
    adoption: number,
  })
  .nullish()
const deploy = z.looseObject({
  id: z.union([z.string(), z.number()]),
  environment: text,
  name: text,
  url: text,
  dateStarted: text,
  dateFinished: text,
})
export type Deploy = z.output<typeof deploy>

// One release.
export const releaseSchema = z.looseObject({
  version: z.string(),
  dateCreated: text,
  dateReleased: text,
  lastEvent: text,
  newGroups: number,
  commitCount: number,
  deployCount: number,
  lastDeploy: deploy.nullish(),
  lastCommit: z.looseObject({ id: text }).nullish(),
  url: text,
  projects: z.array(
    z.looseObject({
      slug: z.string(),
      newGroups: number,
      hasHealthData: z.boolean().nullish(),
      healthData: health,
    }),
  ),
  currentProjectMeta: z.looseObject({ prevReleaseVersion: text }).nullish(),
})
export type Release = z.output<typeof releaseSchema>

// Pages of 100 releases, newest first, that are looked through for those with events in a window.
const MAX_PAGES = 5

// Releases of a project, or of all; `health` asks for figures of sessions too.
export function readReleases(
  client: SentryClient,
  {
    project,
    environment,
    withHealth = false,
    context,
  }: Readonly<{
    project: string
    environment?: string | undefined
    withHealth?: boolean
    context: CallContext
  }>,
) {
  const query = {
    project,
    ...(environment === undefined ? {} : { environment }),
    ...(withHealth ? { health: '1' } : {}),
  }
  const ask = { path: ['releases'], query, row: releaseSchema, context, needs: 'project:read' }
  return readList(client, ask, MAX_PAGES)
}

// A version as one element of a path, whatever slashes it has.
export function toVersion(version: string, field: string): PathSegment {
  return { joined: splitSegments(version, field) }
}

// Deploys of one release that were reported to Sentry.
export async function readDeploys(client: SentryClient, version: string, context: CallContext) {
  const path = ['releases', toVersion(version, 'id'), 'deploys']
  return askOne('id', () => readList(client, { path, row: deploy, context, needs: 'project:read' }))
}

// Figures of sessions. Those of several projects are not joined, as a share of shares would be none; where sessions are
// not tracked all are null.
export function toHealth({ projects }: Release, wanted?: string | undefined) {
  const tracked = projects.filter(
    (one) =>
      (wanted === undefined || one.slug === wanted) &&
      (one.hasHealthData ?? one.healthData?.hasHealthData) === true,
  )
  const one =
    tracked.length === 1 && projects.length === 1
      ? tracked[0]?.healthData
      : wanted === undefined
        ? undefined
        : tracked[0]?.healthData
  return {
    sessions: one?.totalSessions ?? null,
    crash_free_sessions_ratio: toRatio(one?.crashFreeSessions),
    crash_free_users_ratio: toRatio(one?.crashFreeUsers),
    adoption_ratio: toRatio(one?.adoption),
  }
}
