import type { logsSearch } from '@vedette/proto/operations'
import type { z } from 'zod'

type Severity = NonNullable<z.output<typeof logsSearch.input>['severity']>

// Words of levels, by our severities; what is in no row is not known, and never good.
const WORDS: Readonly<Record<Severity, readonly string[]>> = Object.freeze({
  critical: ['critical', 'crit', 'fatal', 'panic', 'alert', 'emerg', 'emergency', 'dpanic'],
  error: ['error', 'err', 'eror', 'severe'],
  warning: ['warning', 'warn'],
  info: ['info', 'information', 'informational', 'notice'],
  debug: ['debug', 'dbug'],
  trace: ['trace', 'verbose', 'finest'],
})
const ORDER = Object.keys(WORDS) as readonly Severity[] // keys of the table above

// The severity that a word means; null for one that is not known.
export function toSeverity(word: string | undefined): Severity | null {
  const wanted = word?.toLowerCase() ?? ''
  return ORDER.find((one) => WORDS[one].includes(wanted)) ?? null
}

// The stage that keeps lines at least this severe, by whichever label holds the level. Lines of an unknown level are
// not among them: `toUnknownStage` finds those.
export function toLevelStage(labels: readonly string[], severity: Severity): string {
  const words = ORDER.slice(0, ORDER.indexOf(severity) + 1).flatMap((one) => WORDS[one])
  return `| ${labels.map((label) => `${label}=~"(?i)(?:${words.join('|')})"`).join(' or ')}`
}

// The stage that keeps lines whose level is told by no label in a known word.
export function toUnknownStage(labels: readonly string[]): string {
  const words = ORDER.flatMap((one) => WORDS[one]).join('|')
  return labels.map((label) => `| ${label}!~"(?i)(?:${words})"`).join(' ')
}
