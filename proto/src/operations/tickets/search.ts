import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, instant, limit } from '../fields.ts'
import { freeText, maybe, total } from '../values.ts'

// Tickets that match a text.
export const ticketsSearch = defineOperation({
  id: 'tickets.search',
  title: 'Tickets',
  describe: 'Searches tickets, issues or cases by text, project, state and label; newest change first.',
  when: ['is there a ticket', 'known bug', 'jira issues about', 'open follow-ups', 'post-incident actions'],
  contract: 1,
  input: z.strictObject({
    query: filter('Words to look for'),
    project: filter('Only this project, or repository with its owner'),
    state: z.enum(['open', 'closed', 'all']).default('all').describe('State (default: all)'),
    label: filter('Only tickets with this label'),
    updated_since: instant('Only tickets changed since').optional(),
    limit: limit(25, 100),
    cursor: cursor(),
  }),
  output: z.object({
    tickets: z.array(
      z.object({
        id: z.string(),
        key: z.string(),
        title: freeText,
        state: z.enum(['open', 'in_progress', 'closed', 'unknown']),
        vendor_state: z.string(),
        kind: maybe.text,
        priority: maybe.text,
        project: maybe.text,
        assignee: maybe.personName,
        reporter: maybe.personName,
        labels: z.array(z.string()),
        excerpt: maybe.freeText,
        created_at: maybe.time,
        updated_at: maybe.time,
        closed_at: maybe.time,
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    jira: ['read:jira-work', 'read:jira-user'],
    github: ['issues: read', 'metadata: read'],
    datadog: ['cases_read'],
  },
  proof: 'the project is visible to the credential and the search was read to its end',
  sensitive: true,
  since: '0.1.0',
})
