import { z } from 'zod'
import { freeText, maybe } from '../values.ts'

// States of an incident; vendors' own words (stable, active, completed ...) stand beside it.
export const INCIDENT_STATES = Object.freeze(['triggered', 'acknowledged', 'resolved', 'unknown'] as const)

// One incident. Titles are untrusted text.
export const incidentRow = z.object({
  id: z.string(),
  number: maybe.number,
  title: freeText,
  state: z.enum(INCIDENT_STATES),
  // The vendor's own word for the state.
  vendor_state: z.string(),
  // As the vendor spells it: P1, SEV-2, high.
  severity: maybe.text,
  urgency: z.enum(['high', 'low']).nullable(),
  services: z.array(z.string()),
  teams: maybe.texts,
  created_at: z.string(),
  acknowledged_at: maybe.time,
  resolved_at: maybe.time,
  assigned_to: z.array(z.string()).nullable().describe('Ids of people; oncall_current_list names them'),
  alerts: maybe.number,
  url: maybe.url,
})
