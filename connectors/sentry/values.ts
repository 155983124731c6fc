import { toRfc3339 } from '@vedette/connectors/kit'
import { z } from 'zod'

// Fields of vendor answers that may be absent or null.
export const text = z.string().nullish()
export const number = z.number().nullish()

// A vendor's time to RFC 3339 in UTC; null when it is none.
export function toTime(value: string | null | undefined): string | null {
  const ms = toMs(value)
  return ms === undefined ? null : toRfc3339(ms)
}

// The same in epoch milliseconds; undefined when it is none. Sentry's times are in UTC, also where they do not say so.
export function toMs(value: string | null | undefined): number | undefined {
  if (value == null) return undefined
  const ms = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`)
  return Number.isNaN(ms) ? undefined : ms
}

// Epoch milliseconds as Sentry takes instants.
export function toInstant(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}

// A number that Sentry may write as a text; null when it is none.
export function toNumber(value: string | number | null | undefined): number | null {
  if (value == null || value === '') return null
  const told = Number(value)
  return Number.isFinite(told) ? told : null
}

// A share that Sentry tells in hundredths; null when it is not told.
export function toRatio(percent: number | null | undefined): number | null {
  return percent == null ? null : percent / 100
}
