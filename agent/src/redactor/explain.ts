import type { Finding } from './structure/job.ts'

// One line about a finding: where, what and why, never the value.
export function toExplanation(line: number, { kind, rule, path }: Finding): string {
  return JSON.stringify({ line, kind, rule, ...(path === '' ? {} : { path }) })
}
