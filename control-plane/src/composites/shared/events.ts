import type { k8sEventsList } from '@vedette/proto/operations'
import type { z } from 'zod'
import { itemsOf, placeOf, type Read } from '../read.ts'
import type { Change, ChangeKind } from './change.ts'
import { parseTime } from './time.ts'
import type { Moment } from './timeline.ts'

export type Events = Read<z.output<typeof k8sEventsList.output>>

// Events of a cluster that tell of a change, by reason. Everything else is a symptom.
const CHANGE_REASONS: ReadonlyMap<string, ChangeKind> = new Map<string, ChangeKind>([
  ['ScalingReplicaSet', 'scale'],
  ['SuccessfulRescale', 'scale'],
  ['ScaledUpGroup', 'scale'],
  ['ScaleDown', 'node'],
  ['NodeNotReady', 'node'],
  ['NodeNotSchedulable', 'node'],
  ['NodeHasDiskPressure', 'node'],
  ['NodeHasInsufficientMemory', 'node'],
  ['EvictionThresholdMet', 'node'],
  ['RemovingNode', 'node'],
  ['DeletingNode', 'node'],
  ['Drain', 'node'],
  ['Rebooted', 'node'],
  ['Preempted', 'node'],
  ['FailedCreate', 'quota'],
  ['CertificateExpired', 'cert'],
])

// Changes that events tell of, oldest first. A scale that a rollout makes by itself is left to the rollout.
export function toEventChanges(read: Events): readonly Change[] {
  return itemsOf(read, ({ events }) => events).flatMap(({ item: event, view }): readonly Change[] => {
    const at = parseTime(event.first_at) ?? parseTime(event.at)
    const kind = CHANGE_REASONS.get(event.reason ?? '')
    if (at === null || kind === undefined) return []
    if (kind === 'quota' && !/quota/i.test(event.message ?? '')) return []
    if (event.reason === 'ScalingReplicaSet' && event.kind === 'Deployment') return []
    return [
      {
        kind,
        what: `${event.reason} ${event.kind}/${event.name}`,
        where: {
          cluster: view.scope['cluster'] ?? placeOf(view),
          ns: event.namespace,
          workload: kind === 'node' ? null : event.name,
          service: null,
        },
        at,
        by: event.component,
        from: null,
        to: null,
        diff: event.message,
        rolled_back: null,
        url: null,
        cite: view.cite,
      },
    ]
  })
}

// Warnings as lines of a timeline.
export function toEventMoments(read: Events): readonly Moment[] {
  return itemsOf(read, ({ events }) => events).flatMap(({ item: event, view }): readonly Moment[] => {
    const at = parseTime(event.at) ?? parseTime(event.first_at)
    if (at === null || event.type !== 'Warning') return []
    const times = event.count > 1 ? ` (${event.count} times)` : ''
    return [
      {
        at,
        kind: 'event',
        where: [placeOf(view), event.namespace, event.name].filter((part) => part !== null).join('/'),
        what: `${event.reason ?? event.kind}${times}: ${event.message ?? ''}`,
        cite: view.cite,
      },
    ]
  })
}
