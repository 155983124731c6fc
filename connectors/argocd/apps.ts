import { checkSegment, splitSegments, toMs, withAnyOf } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, SourceError } from '@vedette/proto/connector'
import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import type { ArgocdClient } from './client.ts'
import { notFound } from './reading.ts'

const text = z.string().nullish()
const sourceSchema = z.object({ repoURL: text, path: text, chart: text, targetRevision: text })
const initiator = z.object({ username: text, automated: z.boolean().nullish() }).nullish()

const historySchema = z.object({
  id: z.int().nullish(),
  revision: text,
  revisions: z.array(z.string()).nullish(),
  deployStartedAt: text,
  deployedAt: z.string(),
  source: sourceSchema.nullish(),
  sources: z.array(sourceSchema).nullish(),
  initiatedBy: initiator,
})
export type Entry = z.output<typeof historySchema>

const operationSchema = z.object({
  phase: z.string(),
  message: text,
  startedAt: text,
  finishedAt: text,
  operation: z.object({ initiatedBy: initiator }).nullish(),
  syncResult: z
    .object({
      revision: text,
      revisions: z.array(z.string()).nullish(),
      resources: z
        .array(z.object({ kind: z.string(), namespace: text, name: z.string(), status: text, message: text }))
        .nullish(),
    })
    .nullish(),
})
export type Operation = z.output<typeof operationSchema>

const resourceSchema = z.object({
  group: text,
  kind: z.string(),
  namespace: text,
  name: z.string(),
  status: text,
  health: z.object({ status: text, message: text }).nullish(),
})
export type Resource = z.output<typeof resourceSchema>

export const appSchema = z.object({
  metadata: z.object({
    name: z.string().min(1),
    namespace: z.string().nullish(),
    labels: z.record(z.string(), z.string()).nullish(),
  }),
  spec: z.object({
    project: text,
    source: sourceSchema.nullish(),
    sources: z.array(sourceSchema).nullish(),
    destination: z.object({ server: text, name: text, namespace: text }).nullish(),
    syncPolicy: z.object({ automated: z.object({ enabled: z.boolean().nullish() }).nullish() }).nullish(),
    revisionHistoryLimit: z.int().nullish(),
  }),
  status: z
    .object({
      sync: z.object({ status: text, revision: text, revisions: z.array(z.string()).nullish() }).nullish(),
      health: z.object({ status: text, message: text }).nullish(),
      reconciledAt: text,
      history: z.array(historySchema).nullish(),
      operationState: operationSchema.nullish(),
      conditions: z.array(z.object({ type: z.string(), message: text, lastTransitionTime: text })).nullish(),
      resources: z.array(resourceSchema).nullish(),
      summary: z.object({ images: z.array(z.string()).nullish() }).nullish(),
    })
    .nullish(),
})
export type App = z.output<typeof appSchema>

// Argo CD says `null` for no application, beside the list's version.
const listSchema = withAnyOf(['items'], z.object({ items: z.array(appSchema).nullish() }))
const APP_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.labels',
  'spec',
  'status.sync',
  'status.health',
]
const SHORT = [...APP_FIELDS, 'status.reconciledAt', 'status.conditions', 'status.operationState.phase']
const LONG = [...APP_FIELDS, 'status.reconciledAt', 'status.history', 'status.operationState']

// Applications of the configured projects, and the projects of which the account does not see every one: Argo CD leaves
// those out without a word.
export type Listed = Readonly<{ apps: readonly App[]; hidden: readonly Part[]; newestAt: number | undefined }>

// Lists every application that the account sees, with its history if asked.
export async function listApps(
  client: ArgocdClient,
  context: CallContext,
  wants: 'states' | 'history' = 'states',
): Promise<Listed> {
  const { projects } = client.config
  const fields = (wants === 'states' ? SHORT : LONG).map((field) => `items.${field}`).join(',')
  const query = { fields, ...(projects.length === 0 ? {} : { projects }) }
  const { items } = await client.ask({ path: ['applications'], query, schema: listSchema, context })
  const apps = (items ?? []).filter((app) => isChosen(client, app))
  return { apps, hidden: await findHidden(client, context), newestAt: findStale(client, apps, context) }
}

function isChosen({ config: { projects } }: ArgocdClient, { spec }: App): boolean {
  return projects.length === 0 || projects.includes(spec.project ?? 'default')
}

// Projects of which the account may not see every application.
export async function findHidden(client: ArgocdClient, context: CallContext): Promise<readonly Part[]> {
  const { projects } = client.config
  if (projects.length === 0) {
    const missing = 'applications, get, */*'
    return (await client.seesAll(undefined, context))
      ? []
      : [{ scope: { projects: 'others' }, state: 'forbidden', missing }]
  }
  const parts: Part[] = []
  for (const project of projects)
    if (!(await client.seesAll(project, context)))
      parts.push({ scope: { project }, state: 'forbidden', missing: `applications, get, ${project}/*` })
  return parts
}

// When the newest application was reconciled, if that is too long ago: a controller that stands still keeps old states.
export function findStale(
  { config: { stale_after_s: bound } }: ArgocdClient,
  apps: readonly App[],
  context: CallContext,
): number | undefined {
  const times = apps.flatMap(({ status }) => toMs(status?.reconciledAt) ?? [])
  if (bound === 0 || times.length === 0) return undefined
  const newest = Math.max(...times)
  return context.clock.now() - newest > bound * 1000 ? newest : undefined
}

// One application by `namespace/name`, or by a name that is unique. Throws ArgumentError only when the account sees all
// of them, and `forbidden` for one that it may not see: that one may exist.
export async function findApp(client: ArgocdClient, asked: string, context: CallContext): Promise<App> {
  const parts = splitSegments(asked, 'app')
  const [first = '', second] = parts
  if (parts.length > 2) throw notFound('app')
  const [namespace, name] = second === undefined ? [undefined, first] : [first, second]
  checkSegment('name', name, 'app')
  const query = { name, fields: 'items.metadata.name,items.metadata.namespace,items.spec.project' }
  const { items } = await client.ask({ path: ['applications'], query, schema: listSchema, context })
  const found = (items ?? []).filter(
    (app) =>
      app.metadata.name === name &&
      (namespace === undefined || app.metadata.namespace === namespace) &&
      isChosen(client, app),
  )
  const [app] = found
  if (app === undefined) {
    const hidden = await findHidden(client, context)
    if (hidden.length > 0)
      throw new SourceError('forbidden', { missing: 'applications, get, for that application, if it exists' })
    throw notFound('app')
  }
  if (found.length > 1)
    throw new ArgumentError({
      field: 'app',
      message: 'app is the name of applications in several namespaces',
      fix: 'give it as namespace/name',
    })
  const place = toPlace(app)
  return client.ask({ path: ['applications', name], query: place, schema: appSchema, context })
}

// Where an application lies, for questions about it.
export function toPlace({ metadata, spec }: App): Readonly<Record<string, string>> {
  return {
    ...(metadata.namespace == null ? {} : { appNamespace: metadata.namespace }),
    ...(spec.project == null ? {} : { project: spec.project }),
  }
}
