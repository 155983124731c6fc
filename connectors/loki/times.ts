import { ArgumentError } from '@vedette/proto/connector'

// Epoch milliseconds to nanoseconds as Loki takes them.
export function toNanos(ms: number): string {
  return `${BigInt(Math.round(ms)) * 1_000_000n}`
}

// RFC 3339 in UTC to nanoseconds, no digit lost. Throws ArgumentError naming the field.
export function parseNanos(text: string, field: string): bigint {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(text)
  const ms = match === null ? Number.NaN : Date.parse(`${match[1]}Z`)
  if (!Number.isNaN(ms)) return BigInt(ms) * 1_000_000n + BigInt((match?.[2] ?? '').padEnd(9, '0'))
  throw new ArgumentError({ field, message: `${field} is not an instant`, fix: 'use RFC 3339 in UTC' })
}

// Nanoseconds to RFC 3339 in UTC, as many digits as are told.
export function fromNanos(nanos: bigint): string {
  const seconds = new Date(Number(nanos / 1_000_000_000n) * 1000).toISOString().slice(0, 19)
  const fraction = String(nanos % 1_000_000_000n).padStart(9, '0')
  const digits = fraction.endsWith('000000') ? fraction.slice(0, 3) : fraction
  return fraction === '000000000' ? `${seconds}Z` : `${seconds}.${digits}Z`
}
