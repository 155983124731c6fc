import {
  annotationsList,
  cloudAuditEventsSearch,
  cloudStacksEvents,
  deploysList,
  featureFlagsList,
  k8sEventsList,
  k8sRolloutsHistory,
  scmPullsList,
  windowFrom,
  windowTo,
} from '@vedette/proto/operations'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { boundOf, itemsOf, type Read } from '../read.ts'
import type { Reader } from '../reader.ts'
import { routeTo } from '../routes.ts'
import { type Change, countUndated, showPlace, toDeployChanges } from '../shared/change.ts'
import {
  toAnnotationChanges,
  toAuditChanges,
  toFlagChanges,
  toPullChanges,
  toRolloutChanges,
  toStackChanges,
} from '../shared/change-sources.ts'
import { toEventChanges } from '../shared/events.ts'
import { mergeChanges } from '../shared/merge-changes.ts'
import { DAY, spanArguments } from '../shared/time.ts'
import { toTimeline } from '../shared/timeline.ts'

const SCALE = ['nothing_changed', 'inconclusive', 'changed'] as const
const MAX_ROWS = { brief: 40, full: 150 } as const
const MAX_REPOSITORIES = 3

const INPUT = z.strictObject({
  service: z.string().min(1).max(256).optional().describe('Only changes of this service or workload'),
  namespace: z
    .string()
    .min(1)
    .max(63)
    .optional()
    .describe('Only this Kubernetes namespace, where one is told'),
  from: windowFrom(),
  to: windowTo(),
})
type Input = z.output<typeof INPUT>

// Everything that changed in a window.
export const changeTimeline = defineComposite({
  id: 'change_timeline',
  title: 'Timeline of changes',
  describe:
    'Lists everything that changed in a window in one order: deploys, rollouts, flags, cloud calls, stacks, merges, scalings and nodes, with who and where.',
  when: ['what changed', 'changes since yesterday', 'who deployed', 'change log of production'],
  needs: {
    input: null,
    grading: ['cloud.audit_events.search', 'deploys.list'],
    enriching: [
      'annotations.list',
      'cloud.stacks.events',
      'feature_flags.list',
      'k8s.events.list',
      'k8s.rollouts.history',
      'scm.pulls.list',
    ],
  },
  input: INPUT,
  routes: ['cluster', 'account', 'region', 'backend'],
  window: { defaultSeconds: 3600, maxSeconds: 7 * 86_400 },
  run,
})

async function run(reader: Reader, { input, window, detail }: AskedFor<Input>): Promise<Findings> {
  const span = window ?? { from: reader.now - DAY, to: reader.now }
  const times = spanArguments(span)
  const [deploys, audit, annotations, stacks, flags, events] = await Promise.all([
    reader.read(deploysList, { ...times, limit: 1000 }),
    reader.read(cloudAuditEventsSearch, { ...times, limit: 500 }),
    reader.read(annotationsList, { ...times, limit: 500 }),
    reader.read(cloudStacksEvents, { ...times, limit: 500 }),
    reader.read(featureFlagsList, { changed_since: times.from, limit: 500 }),
    reader.read(k8sEventsList, { ...times, limit: 2000 }),
  ])
  reader.follow()
  const [pulls, rollouts] = await Promise.all([
    readPulls(reader, deploys, times),
    readRollouts(reader, deploys, { input, span }),
  ])
  const found = mergeChanges([
    ...toDeployChanges(deploys),
    ...toAuditChanges(audit, span),
    ...toAnnotationChanges(annotations, span),
    ...toStackChanges(stacks, span),
    ...toFlagChanges(flags, span),
    ...toEventChanges(events),
    ...pulls.flatMap((read) => toPullChanges(read, span)),
    ...rollouts,
  ])
  const changes = found.filter((change) => change.at >= span.from && isMeant(change, input))
  const reads = [deploys, audit, annotations, stacks, flags, events, ...pulls]
  return {
    scale: SCALE,
    findings: changes.length > 0 ? [{ grade: 'changed' }] : isClear(reads) ? [] : [{ grade: 'inconclusive' }],
    body: {
      total: boundOf(changes.length, reads),
      by_kind: countByKind(changes, reads),
      changes: toTimeline(
        changes.map((change) => ({
          at: change.at,
          kind: change.kind,
          where: showPlace(change.where),
          what: `${change.what}${change.by === null ? '' : ` by ${change.by}`}`,
          cite: change.cite,
        })),
        MAX_ROWS[detail],
      ),
      undated: boundOf(countUndated(deploys), [deploys]),
    },
    next:
      input.service === undefined
        ? []
        : [
            {
              tool: 'deploy_correlation',
              args: { service: input.service, ...times },
              why: 'ranks these changes against the moment at which the service left its level',
            },
          ],
  }
}

// That nothing changed is good news of its own: it needs every source of changes that was asked, detail or not.
function isClear(reads: readonly Read<unknown>[]): boolean {
  return boundOf(0, reads) === 0
}

type Deploys = Read<z.output<typeof deploysList.output>>

// Merges of the repositories that deploys name.
async function readPulls(reader: Reader, deploys: Deploys, times: Readonly<{ from: string; to: string }>) {
  const repositories = new Set(
    itemsOf(deploys, (value) => value.deploys).flatMap(({ item }) => item.repository ?? []),
  )
  if (repositories.size === 0) reader.spare(scmPullsList, 'no deploy names a repository')
  return Promise.all(
    [...repositories]
      .slice(0, MAX_REPOSITORIES)
      .map((repo) => reader.read(scmPullsList, { repo, state: 'merged', ...times, limit: 100 })),
  )
}

// Revisions of the one workload that the caller named, where a deploy or the caller tells its namespace.
async function readRollouts(
  reader: Reader,
  deploys: Deploys,
  { input, span }: Readonly<{ input: Input; span: Readonly<{ from: number; to: number }> }>,
): Promise<readonly Change[]> {
  const own = itemsOf(deploys, (value) => value.deploys).find(
    ({ item }) =>
      input.service !== undefined && (item.service === input.service || item.workload === input.service),
  )
  const namespace = input.namespace ?? own?.item.namespace ?? null
  if (input.service === undefined || namespace === null) {
    reader.spare(k8sRolloutsHistory, 'no workload is named')
    return []
  }
  const name = own?.item.workload ?? input.service
  const cluster = own?.item.cluster ?? null
  const read = await reader.read(
    k8sRolloutsHistory,
    { namespace, name, limit: 50 },
    cluster === null ? undefined : routeTo({ scope: { cluster }, agent: null }),
  )
  return toRolloutChanges(read, { ns: namespace, name, span })
}

// A change that does not say where it was made may be of any service, so it stays.
function isMeant({ where }: Change, { service, namespace }: Input): boolean {
  const names = [where.service, where.workload].filter((name) => name !== null)
  const isService = service === undefined || names.length === 0 || names.includes(service)
  const isNamespace = namespace === undefined || where.ns === null || where.ns === namespace
  return isService && isNamespace
}

function countByKind(changes: readonly Change[], reads: readonly Read<unknown>[]) {
  const groups = [...Map.groupBy(changes, (change) => change.kind)]
  return Object.fromEntries(groups.map(([kind, group]) => [kind, boundOf(group.length, reads)]))
}
