import { toMs, toTime } from '@vedette/connectors/kit'
import type { App, Entry, Operation } from './apps.ts'
import type { ArgocdClient } from './client.ts'
import { toDestination, toId, toInitiator, toPage, toPhase, toRevision, toSource } from './rows.ts'

// Id of the operation that runs or failed, beside the numbers of syncs that succeeded.
export const OPEN = 'operation'

// Labels that say which environment an application is of, in the order in which they count.
const ENVIRONMENTS = ['environment', 'env', 'app.kubernetes.io/environment', 'stage'] as const

// The environment that an application's labels tell, or null.
export function toEnvironment({ metadata }: App): string | null {
  const labels = metadata.labels ?? {}
  return ENVIRONMENTS.map((key) => labels[key]).find((value) => value !== undefined) ?? null
}

// One sync that succeeded, as a deploy; `before` is the one that it took the place of.
export function toDeploy(
  client: ArgocdClient,
  app: App,
  { entry, before }: Readonly<{ entry: Entry; before: Entry | undefined }>,
) {
  const revision = toRevision(entry)
  return {
    ...toHead(client, app),
    id: `${toId(app)}/${entry.id ?? 'unnumbered'}`,
    state: 'succeeded' as const,
    version: revision,
    previous_version: toRevision(before),
    repository: toSource(entry)?.repoURL ?? null,
    commit: isCommit(revision) ? revision : null,
    started_at: toTime(entry.deployStartedAt ?? entry.deployedAt),
    finished_at: toTime(entry.deployedAt),
    by: toInitiator(entry.initiatedBy).by,
  }
}

// The operation that runs, failed or ended in a word that is not known, as a deploy.
export function toOpenDeploy(client: ArgocdClient, app: App, operation: Operation) {
  const revision = toRevision(operation.syncResult)
  return {
    ...toHead(client, app),
    id: `${toId(app)}/${OPEN}`,
    state: toPhase(operation.phase),
    version: revision,
    previous_version: toRevision(app.status?.history?.at(-1)),
    repository: toSource(app.spec)?.repoURL ?? null,
    commit: isCommit(revision) ? revision : null,
    started_at: toTime(operation.startedAt),
    finished_at: toTime(operation.finishedAt),
    by: toInitiator(operation.operation?.initiatedBy).by,
  }
}

function toHead(client: ArgocdClient, app: App) {
  return {
    kind: 'sync' as const,
    service: app.metadata.name,
    environment: toEnvironment(app),
    cluster: toDestination(app),
    namespace: app.spec.destination?.namespace || null,
    workload: null,
    // Argo CD does not say whether a sync went back.
    rollback: null,
    url: toPage(client, app),
  }
}

// When a sync ended, in epoch milliseconds.
export function toEnd(entry: Entry): number {
  return toMs(entry.deployedAt) ?? 0
}

function isCommit(revision: string | null): boolean {
  return revision !== null && /^[0-9a-f]{40}$/.test(revision)
}
