import { z } from 'zod'
import { labelSet } from '../metrics/shapes.ts'
import { freeText, maybe } from '../values.ts'

// States of an alert, as all backends can say them.
export const ALERT_STATES = Object.freeze(['firing', 'pending', 'silenced', 'inhibited', 'no_data'] as const)

// One alert instance. Annotations are untrusted text of whoever wrote the rule.
export const alertRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(ALERT_STATES),
  severity: z.string().nullable(),
  since: z.string().nullable(),
  labels: labelSet,
  annotations: z.record(z.string(), freeText),
  // Null when the half that knows was not read.
  silenced_by: z.array(z.string()).nullable(),
  inhibited_by: z.array(z.string()).nullable(),
  receivers: z.array(z.string()).nullable(),
  // Whether the notifying half has it; null when that half was not read.
  delivered: z.boolean().nullable(),
  // Which halves showed it: `alertmanager`, `rules`, a vendor's monitors.
  seen_in: z.array(z.string()),
  url: z.string().nullable(),
})

// One alerting rule or monitor.
export const alertRule = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string().nullable(),
  group: z.string().nullable(),
  query: z.string(),
  state: z.enum(['firing', 'pending', 'inactive', 'no_data', 'unknown']),
  // Whether it is evaluated: a rule in error or without data is not fine.
  health: z.enum(['ok', 'error', 'no_data', 'paused', 'unknown']),
  error: maybe.freeText,
  severity: z.string().nullable(),
  for_seconds: z.number().nullable(),
  labels: labelSet,
  annotations: z.record(z.string(), freeText),
  // Null: the backend does not tell a rule's alerts.
  active: maybe.number,
  evaluated_at: z.string().nullable(),
  url: z.string().nullable(),
})
