import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { PagerdutyClient } from './client.ts'
import { readList } from './lists.ts'
import { nameOf, reference, references, text, toWord } from './values.ts'

// One technical service.
export const serviceSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: text,
  status: text,
  teams: references,
  escalation_policy: reference.nullish(),
  integrations: references,
  html_url: text,
})
export type Service = z.output<typeof serviceSchema>

const STATES = Object.freeze({
  active: 'ok',
  warning: 'warning',
  critical: 'critical',
  maintenance: 'maintenance',
  disabled: 'disabled',
} as const)

// Every service that the token may see; `query` narrows by a part of the name.
export function readServices(client: PagerdutyClient, context: CallContext, query?: string) {
  return readList(client, {
    path: ['services'],
    query: { 'include[]': ['teams', 'escalation_policies'], ...(query === undefined ? {} : { query }) },
    name: 'services',
    row: serviceSchema,
    needs: 'services.read',
    context,
  })
}

// One service as a row of the catalogue; PagerDuty has no tags, tiers or lifecycles of services.
export function toRow(one: Service) {
  return {
    id: one.id,
    name: one.name,
    description: one.description ?? null,
    team: one.teams == null ? null : one.teams.map(nameOf).join(', ') || null,
    tier: null,
    lifecycle: null,
    language: null,
    state: toWord(STATES, one.status),
    tags: null,
    url: one.html_url ?? null,
  }
}
