import { z } from 'zod'
import { freeText, maybe } from '../values.ts'

// States of an issue, as all trackers can say them.
export const ISSUE_STATES = Object.freeze(['unresolved', 'resolved', 'ignored', 'unknown'] as const)

// One group of equal errors. Titles and places of code are untrusted text of the application.
export const issueRow = z.object({
  id: z.string(),
  short_id: maybe.text,
  title: freeText,
  type: maybe.text,
  // The function or route that the tracker blames.
  culprit: maybe.freeText,
  project: maybe.text,
  service: maybe.text,
  level: maybe.text,
  state: z.enum(ISSUE_STATES),
  // First seen inside the window.
  is_new: maybe.flag,
  // Came back after it had been resolved.
  is_regression: maybe.flag,
  events_in_window: maybe.number,
  events_total: maybe.number,
  users: maybe.number,
  first_seen_at: maybe.time,
  last_seen_at: maybe.time,
  first_release: maybe.text,
  last_release: maybe.text,
  assigned_to: maybe.userHandle,
  url: maybe.url,
})

// One frame of a stack, innermost last; no variables and no source lines.
export const stackFrame = z.object({
  function: maybe.text,
  module: maybe.text,
  file: maybe.text,
  line: maybe.number,
  // Whether it is the application's own code.
  in_app: maybe.flag,
})

// One error as it happened.
export const eventRow = z.object({
  id: z.string(),
  issue_id: maybe.text,
  at: z.string(),
  title: freeText,
  type: maybe.text,
  message: maybe.freeText,
  project: maybe.text,
  service: maybe.text,
  environment: maybe.text,
  release: maybe.text,
  level: maybe.text,
  trace_id: maybe.text,
  url: maybe.url,
})
