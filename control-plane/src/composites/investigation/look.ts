import {
  alertsActiveList,
  alertsHistoryList,
  cloudAuditEventsSearch,
  deploysList,
  k8sEventsList,
  k8sRolloutsHistory,
  logsSearch,
  servicesSignalsGet,
  tracesDependenciesGet,
} from '@vedette/proto/operations'
import type { z } from 'zod'
import type { Routing } from '../../dispatch/types.ts'
import { itemsOf, type Read } from '../read.ts'
import type { Reader } from '../reader.ts'
import { routeTo } from '../routes.ts'
import { HOUR, spanArguments } from '../shared/time.ts'
import { BY_CLUSTER } from '../suspects/assess.ts'
import type { Subject } from './subject.ts'

export type Span = Readonly<{ from: number; to: number }>

// Before the subject began, this much of the past is looked at.
const BEFORE_MS = 3 * HOUR
const LONGEST_MS = 23 * HOUR
const LOGS_BEFORE_MS = HOUR

// The window to look at: what the caller asked for, widened so that it holds the time before the trouble.
export function spanAround(asked: Span, subject: Subject): Span {
  const start = subject.started?.at ?? asked.from
  const from = Math.min(asked.from, start - BEFORE_MS)
  return { from: Math.max(from, asked.to - LONGEST_MS), to: asked.to }
}

// Everything that surrounds a subject, side by side. What asks for a service is spared where none is known.
export async function lookAround(reader: Reader, subject: Subject, span: Span) {
  const times = spanArguments(span)
  const { service, where } = subject
  const step = Math.max(60, Math.ceil((span.to - span.from) / 1000 / 360 / 60) * 60)
  const place = placeOf(reader, subject)
  const logsFrom = Math.max(span.from, (subject.started?.at ?? span.to - HOUR) - LOGS_BEFORE_MS)
  // A namespace that is not in every cluster proves nothing there, so it narrows only where the cluster is known.
  const narrow =
    place === undefined ? { type: 'Warning' as const } : where.ns === null ? {} : { namespace: where.ns }
  if (service === null)
    for (const operation of [servicesSignalsGet, logsSearch, tracesDependenciesGet])
      reader.spare(operation, 'no service is named')
  const [signals, events, active, history, deploys, audit, logs, dependencies, rollouts] = await Promise.all([
    service === null ? null : reader.read(servicesSignalsGet, { service, ...times, step }),
    reader.read(k8sEventsList, { ...times, ...narrow, limit: 2000 }, place),
    reader.read(alertsActiveList, { limit: 500 }),
    reader.read(alertsHistoryList, { ...times, limit: 1000 }),
    reader.read(deploysList, { ...times, limit: 1000 }),
    reader.read(cloudAuditEventsSearch, { ...times, limit: 200 }),
    service === null
      ? null
      : reader.read(logsSearch, {
          service,
          severity: 'error',
          ...spanArguments({ from: logsFrom, to: span.to }),
          limit: 1000,
        }),
    service === null
      ? null
      : reader.read(tracesDependenciesGet, {
          service,
          direction: 'both',
          ...spanArguments({ from: span.to - 2 * HOUR, to: span.to }),
        }),
    readRollouts(reader, subject),
  ])
  // Places are compared only where the same service changed in several.
  const by_cluster =
    service === null || !isManyPlaces(deploys, service)
      ? null
      : await reader.read(servicesSignalsGet, { service, ...times, step, group_by: [BY_CLUSTER] })
  return { signals, by_cluster, events, active, history, deploys, audit, logs, dependencies, rollouts }
}

export type Seen = Awaited<ReturnType<typeof lookAround>>

function isManyPlaces(deploys: Read<z.output<typeof deploysList.output>>, service: string): boolean {
  const own = itemsOf(deploys, (value) => value.deploys).filter(
    ({ item }) => item.service === service || item.workload === service,
  )
  return new Set(own.flatMap(({ item }) => item.cluster ?? [])).size > 1
}

function readRollouts(reader: Reader, subject: Subject) {
  const { ns, workload } = subject.where
  if (ns === null || workload === null) {
    reader.spare(k8sRolloutsHistory, 'no workload is named')
    return null
  }
  return reader.read(
    k8sRolloutsHistory,
    { namespace: ns, name: workload, limit: 20 },
    placeOf(reader, subject),
  )
}

// The cluster that the subject names, where we know one of that name.
function placeOf(reader: Reader, { where: { cluster } }: Subject): Routing | undefined {
  if (cluster === null || !reader.hasCluster(cluster)) return undefined
  return routeTo({ scope: { cluster }, agent: null })
}
