import type {
  annotationsList,
  cloudAuditEventsSearch,
  cloudStacksEvents,
  featureFlagsList,
  gitopsAppsHistory,
  helmReleasesHistory,
  k8sRolloutsHistory,
  scmPullsList,
} from '@vedette/proto/operations'
import type { z } from 'zod'
import { itemsOf, type Read } from '../read.ts'
import type { Change, ChangeKind, ChangePlace } from './change.ts'
import { parseTime } from './time.ts'

type Of<O extends Readonly<{ output: z.ZodObject }>> = Read<z.output<O['output']>>
type Span = Readonly<{ from: number; to: number }>

const NOWHERE: ChangePlace = Object.freeze({ cluster: null, ns: null, workload: null, service: null })
const PLAIN = { by: null, from: null, to: null, diff: null, rolled_back: null, url: null } as const

function within(at: number | null, span: Span): at is number {
  return at !== null && at >= span.from && at <= span.to
}

// Revisions of a workload that were made in the span. Going back to one keeps its old time, so a rollback is not here.
export function toRolloutChanges(
  read: Of<typeof k8sRolloutsHistory>,
  workload: Readonly<{ ns: string; name: string; span: Span }>,
): readonly Change[] {
  return read.views.flatMap((view) =>
    view.value.revisions.flatMap((revision, index): readonly Change[] => {
      const at = parseTime(revision.created_at)
      if (!within(at, workload.span)) return []
      const previous = view.value.revisions[index + 1]
      const images = revision.images.join(', ')
      const before = previous?.images.join(', ') ?? null
      return [
        {
          ...PLAIN,
          kind: before === images ? 'config' : 'deploy',
          what: `revision ${revision.revision ?? revision.name} of ${workload.name}`,
          where: {
            ...NOWHERE,
            cluster: view.scope['cluster'] ?? null,
            ns: workload.ns,
            workload: workload.name,
          },
          at,
          from: before,
          to: images,
          diff: before === null || before === images ? null : `image ${before} to ${images}`,
          cite: view.cite,
        },
      ]
    }),
  )
}

// Helm revisions of one release in the span.
export function toHelmChanges(read: Of<typeof helmReleasesHistory>, span: Span): readonly Change[] {
  return itemsOf(read, ({ revisions }) => revisions).flatMap(({ item, view }): readonly Change[] => {
    const at = parseTime(item.updated_at)
    if (!within(at, span)) return []
    const { release, namespace } = view.value
    return [
      {
        ...PLAIN,
        kind: 'deploy',
        what: `helm revision ${item.revision} of ${release} ${item.state}`,
        where: { ...NOWHERE, cluster: view.scope['cluster'] ?? null, ns: namespace, workload: release },
        at,
        to: item.chart_version,
        rolled_back: item.description === null ? null : /^rollback/i.test(item.description),
        cite: view.cite,
      },
    ]
  })
}

// Syncs of one application in the span.
export function toGitopsChanges(read: Of<typeof gitopsAppsHistory>, span: Span): readonly Change[] {
  return itemsOf(read, ({ syncs }) => syncs).flatMap(({ item, view }): readonly Change[] => {
    const at = parseTime(item.started_at) ?? parseTime(item.finished_at)
    if (!within(at, span)) return []
    const app = view.value.app.split('/').at(-1) ?? view.value.app
    return [
      {
        ...PLAIN,
        kind: 'deploy',
        what: `sync of ${view.value.app} ${item.state}`,
        where: { ...NOWHERE, workload: app, service: app },
        at,
        by: item.by,
        to: item.revision,
        cite: view.cite,
      },
    ]
  })
}

// Flags that changed in the span; a flag says when it last changed and not what changed.
export function toFlagChanges(read: Of<typeof featureFlagsList>, span: Span): readonly Change[] {
  return itemsOf(read, ({ flags }) => flags).flatMap(({ item: flag, view }): readonly Change[] => {
    const at = parseTime(flag.changed_at)
    if (!within(at, span)) return []
    return [
      {
        ...PLAIN,
        kind: 'config',
        what: `flag ${flag.key}`,
        where: { ...NOWHERE, service: flag.project },
        at,
        by: flag.changed_by,
        url: flag.url,
        cite: view.cite,
      },
    ]
  })
}

// What a provider's action is a change of, by words in its name; anything else is the cloud's.
const ACTIONS: readonly (readonly [RegExp, ChangeKind])[] = [
  [/certificate/i, 'cert'],
  [/quota|limit/i, 'quota'],
  [/autoscal|desiredcapacity|resize/i, 'scale'],
  [/nodegroup|nodepool|terminateinstances|stopinstances|rebootinstances/i, 'node'],
  [/parameter|secret|config/i, 'config'],
]

// Changes that a cloud's audit trail shows in the span; refused and failed calls changed nothing.
export function toAuditChanges(read: Of<typeof cloudAuditEventsSearch>, span: Span): readonly Change[] {
  return itemsOf(read, ({ events }) => events).flatMap(({ item: event, view }): readonly Change[] => {
    const at = parseTime(event.at)
    if (!within(at, span) || event.outcome === 'denied' || event.outcome === 'failed') return []
    const resource = event.resources[0]?.id ?? event.service ?? event.account
    return [
      {
        ...PLAIN,
        kind: ACTIONS.find(([words]) => words.test(event.action))?.[1] ?? 'cloud',
        what: `${event.action} on ${resource}`,
        where: { ...NOWHERE, workload: toResourceName(resource) },
        at,
        by: event.actor,
        diff: event.summary,
        cite: view.cite,
      },
    ]
  })
}

// Steps of infrastructure stacks in the span, each resource's end only.
export function toStackChanges(read: Of<typeof cloudStacksEvents>, span: Span): readonly Change[] {
  return itemsOf(read, ({ events }) => events).flatMap(({ item: event, view }): readonly Change[] => {
    const at = parseTime(event.at)
    if (!within(at, span) || event.outcome === 'in_progress') return []
    return [
      {
        ...PLAIN,
        kind: 'cloud',
        what: `stack ${event.stack} ${event.resource ?? ''} ${event.state}`.replace('  ', ' '),
        where: { ...NOWHERE, workload: event.resource === null ? null : toResourceName(event.resource) },
        at,
        by: event.by,
        rolled_back: event.outcome === 'rolled_back',
        cite: view.cite,
      },
    ]
  })
}

// Marks that people and programs made in the span.
export function toAnnotationChanges(read: Of<typeof annotationsList>, span: Span): readonly Change[] {
  return itemsOf(read, ({ annotations }) => annotations).flatMap(({ item, view }): readonly Change[] => {
    const at = parseTime(item.at)
    if (!within(at, span)) return []
    return [
      {
        ...PLAIN,
        kind: 'config',
        what: `annotation ${item.title ?? item.text ?? item.tags.join(' ')}`,
        where: NOWHERE,
        at,
        by: item.by,
        url: item.url,
        cite: view.cite,
      },
    ]
  })
}

// Pull requests that were merged in the span; merging is not yet running.
export function toPullChanges(read: Of<typeof scmPullsList>, span: Span): readonly Change[] {
  return itemsOf(read, ({ pulls }) => pulls).flatMap(({ item: pull, view }): readonly Change[] => {
    const at = parseTime(pull.merged_at)
    if (!within(at, span)) return []
    return [
      {
        ...PLAIN,
        kind: 'deploy',
        what: `merge of ${view.value.repo}#${pull.number} ${pull.title}`,
        where: NOWHERE,
        at,
        by: pull.merged_by,
        to: pull.merge_commit,
        url: pull.url,
        cite: view.cite,
      },
    ]
  })
}

// The last name in a path, a URN or an id.
function toResourceName(id: string): string {
  return id.split(/[/:]/).at(-1) ?? id
}
