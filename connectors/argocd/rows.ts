import { toTime } from '@vedette/connectors/kit'
import type { App, Entry, Operation } from './apps.ts'
import type { ArgocdClient } from './client.ts'

const SYNCS = Object.freeze({ Synced: 'synced', OutOfSync: 'out_of_sync' } as const)
const HEALTHS = Object.freeze({
  Healthy: 'healthy',
  Progressing: 'progressing',
  Degraded: 'degraded',
  Missing: 'missing',
  Suspended: 'suspended',
} as const)
const PHASES = Object.freeze({
  Running: 'running',
  Terminating: 'running',
  Succeeded: 'succeeded',
  Failed: 'failed',
  Error: 'failed',
} as const)

// Argo CD's words in ours; one that is not known is neither well nor in sync.
export function toSync(word: string | null | undefined) {
  return word != null && Object.hasOwn(SYNCS, word) ? SYNCS[word as keyof typeof SYNCS] : ('unknown' as const) // just checked
}

// The same for health.
export function toHealth(word: string | null | undefined) {
  return word != null && Object.hasOwn(HEALTHS, word)
    ? HEALTHS[word as keyof typeof HEALTHS] // just checked
    : ('unknown' as const)
}

// The same for an operation's phase.
export function toPhase(word: string | null | undefined) {
  return word != null && Object.hasOwn(PHASES, word)
    ? PHASES[word as keyof typeof PHASES] // just checked
    : ('unknown' as const)
}

// `namespace/name`; an application that names no namespace lies in Argo CD's own.
export function toId({ metadata }: App): string {
  return `${metadata.namespace ?? 'argocd'}/${metadata.name}`
}

// Where an application deploys to, as Argo CD names it.
export function toDestination({ spec }: App): string | null {
  return spec.destination?.name || spec.destination?.server || null
}

// Several sources have several revisions, which stand together.
export function toRevision(
  of:
    | Readonly<{ revision?: string | null | undefined; revisions?: readonly string[] | null | undefined }>
    | null
    | undefined,
): string | null {
  if (of?.revision != null && of.revision !== '') return of.revision
  const list = of?.revisions ?? []
  return list.length === 0 ? null : list.join(', ')
}

type Sourced = Pick<App['spec'], 'source' | 'sources'>

// The repository of an application or of one of its syncs; the first of several.
export function toSource({ source, sources }: Sourced) {
  return source ?? sources?.[0] ?? null
}

// The page of an application.
export function toPage(client: ArgocdClient, app: App): string {
  return `${client.config.url.replace(/\/$/, '')}/applications/${toId(app).split('/').map(encodeURIComponent).join('/')}`
}

// One application as a row.
export function toApp(client: ArgocdClient, app: App) {
  const { spec, status, metadata } = app
  const source = toSource(spec)
  const policy = spec.syncPolicy?.automated
  return {
    id: toId(app),
    name: metadata.name,
    namespace: metadata.namespace ?? 'argocd',
    kind: 'application' as const,
    project: spec.project ?? null,
    sync: toSync(status?.sync?.status),
    health: toHealth(status?.health?.status),
    destination: toDestination(app),
    destination_namespace: spec.destination?.namespace || null,
    source: source?.repoURL ?? null,
    path: source?.path || source?.chart || null,
    target_revision: source?.targetRevision || null,
    revision: toRevision(status?.sync),
    automated: policy != null && policy.enabled !== false,
    suspended: null,
    synced_at: toTime(status?.history?.at(-1)?.deployedAt),
    message: status?.health?.message || status?.conditions?.[0]?.message || null,
    url: toPage(client, app),
  }
}

// Who started a sync: a person, or Argo CD by itself.
export function toInitiator(by: Entry['initiatedBy']) {
  return { by: by?.username || null, automated: by == null ? null : by.automated === true }
}

// The last operation when the history does not hold it: it runs, failed or ended in a word that is not known.
export function findOpenOperation({ status }: App): Operation | undefined {
  const operation = status?.operationState
  return operation == null || operation.phase === 'Succeeded' ? undefined : operation
}

// Whether the history is as long as it may get, so that older syncs were dropped from it.
export function isHistoryFull({ spec, status }: App): boolean {
  return (status?.history?.length ?? 0) >= (spec.revisionHistoryLimit ?? 10)
}
