import { checkSegment } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { PagerdutyClient } from './client.ts'
import { readList } from './lists.ts'
import { nameOf, reference, text, toTime, toWord } from './values.ts'

// One alert of an incident.
export const alertSchema = z.looseObject({
  id: z.string(),
  summary: text,
  status: text,
  severity: text,
  alert_key: text,
  created_at: z.string(),
  suppressed: z.boolean().nullish(),
  service: reference.nullish(),
  integration: reference.nullish(),
  incident: reference.nullish(),
  body: z
    .looseObject({ cef_details: z.looseObject({ source_origin: text }).nullish(), details: z.unknown() })
    .nullish(),
  html_url: text,
})
export type Alert = z.output<typeof alertSchema>

const STATES = Object.freeze({
  triggered: 'triggered',
  acknowledged: 'acknowledged',
  resolved: 'resolved',
} as const)
const MAX_DETAILS = 40

// Alerts that were folded into an incident.
export function readAlerts(client: PagerdutyClient, incident: string, context: CallContext) {
  return readList(client, {
    path: ['incidents', checkSegment('name', incident, 'id'), 'alerts'],
    name: 'alerts',
    row: alertSchema,
    needs: 'incidents.read',
    context,
  })
}

// The id by which an alert is asked for: its incident's and its own.
export function toAlertId(incident: string, one: Alert): string {
  return `${incident}/${one.id}`
}

// One alert as a row of its incident. PagerDuty does not say when a single alert was resolved.
export function toRow(incident: string, one: Alert) {
  return {
    id: toAlertId(incident, one),
    title: one.summary ?? '',
    state: toWord(STATES, one.status),
    severity: one.severity ?? null,
    service: one.service == null ? null : nameOf(one.service),
    source:
      one.body?.cef_details?.source_origin ?? (one.integration == null ? null : nameOf(one.integration)),
    dedup_key: one.alert_key ?? null,
    created_at: toTime(one.created_at) ?? one.created_at,
    resolved_at: null,
    details: toDetails(one.body?.details),
    url: one.html_url ?? null,
  }
}

// What the sender said, flattened to texts, at most 40 of them.
export function toDetails(details: unknown): Record<string, string> {
  if (typeof details === 'string') return { details: details.slice(0, 1024) }
  if (typeof details !== 'object' || details === null) return {}
  return Object.fromEntries(
    Object.entries(details)
      .slice(0, MAX_DETAILS)
      .map(([key, value]) => [
        key,
        (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 1024),
      ]),
  )
}
