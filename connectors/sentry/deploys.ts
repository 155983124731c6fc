import type { Deploy, Release } from './releases.ts'
import { toTime } from './values.ts'

// The id by which a deploy is asked for: its release's version and its own number.
export function toDeployId(version: string, deploy: Deploy): string {
  return `${version}/${deploy.id}`
}

// One deploy as a row. Sentry is told that one was made, not how it went.
export function toRow(release: Release, one: Deploy) {
  return {
    id: toDeployId(release.version, one),
    kind: 'marker' as const,
    state: 'unknown' as const,
    service: release.projects.map(({ slug }) => slug).join(', ') || null,
    environment: one.environment ?? null,
    cluster: null,
    namespace: null,
    workload: null,
    version: release.version,
    previous_version: null,
    repository: null,
    commit: release.lastCommit?.id ?? null,
    started_at: toTime(one.dateStarted),
    finished_at: toTime(one.dateFinished),
    by: null,
    rollback: null,
    url: one.url ?? null,
  }
}
