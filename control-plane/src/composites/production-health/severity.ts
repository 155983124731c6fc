import type { HealthGrade, Severity } from './problem.ts'

// What vendors and teams write for the severity of an alert or incident, by what it asks of people.
const PAGE = /^(page|critical|crit|fatal|emergency|emerg|high|urgent|p-?0|p-?1|sev-?0|sev-?1|1)$/i
const INFO = /^(info|information|informational|none|low|notice|p-?4|p-?5|sev-?4|sev-?5|4|5)$/i
const TICKET = /^(ticket|warning|warn|error|major|medium|moderate|p-?2|p-?3|sev-?2|sev-?3|2|3)$/i

// What a severity asks of people; an unknown word is a ticket, never nothing.
export function toSeverity(word: string | null): Severity {
  if (word === null) return 'ticket'
  if (PAGE.test(word)) return 'page'
  if (TICKET.test(word)) return 'ticket'
  return INFO.test(word) ? 'info' : 'ticket'
}

const DEPLOYMENT_GRADES: ReadonlyMap<string, HealthGrade> = new Map<string, HealthGrade>([
  ['unavailable', 'degraded'],
  ['rollout_stuck', 'degraded'],
  ['replica_failure', 'degraded'],
  ['rolling_out', 'ok'],
  ['not_observed', 'ok'],
  ['paused', 'ok'],
])

// The verdict of a deployment's problem, as its list writes it; an unknown word is a degradation.
export function toDeploymentGrade(problem: string | null): HealthGrade {
  return DEPLOYMENT_GRADES.get(problem ?? '') ?? 'degraded'
}

// Alert states that are no problem of production by themselves.
export const QUIET_STATES: readonly string[] = Object.freeze(['pending', 'silenced', 'inhibited'])
