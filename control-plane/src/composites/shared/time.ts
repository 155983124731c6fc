import { toRfc3339 } from '../../tools/time.ts'

export const MINUTE = 60_000
export const HOUR = 3_600_000
export const DAY = 86_400_000

// Epoch milliseconds of what a source wrote, or null when it wrote nothing that is a time.
export function parseTime(text: string | null | undefined): number | null {
  const at = text === null || text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : at
}

// RFC 3339 in UTC to the second, or null.
export function showTime(at: number | null): string | null {
  return at === null ? null : toRfc3339(Math.floor(at / 1000) * 1000)
}

// The window that ends at `to`, as arguments of a read.
export function spanArguments(span: Readonly<{ from: number; to: number }>): { from: string; to: string } {
  return {
    from: toRfc3339(Math.floor(span.from / 1000) * 1000),
    to: toRfc3339(Math.ceil(span.to / 1000) * 1000),
  }
}

// Whole seconds from the first to the second.
export function secondsBetween(from: number, to: number): number {
  return Math.round((to - from) / 1000)
}
