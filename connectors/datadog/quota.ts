import { SourceError } from '@vedette/proto/connector'

type Bucket = { left: number; used: number; resetAt: number }

// What is known of one credential's rate limits, by the limit's name.
export type Quota = Readonly<{
  // Throws `throttled` (by us) when our share of the limit that this kind of question counts against is used up.
  spend(kind: string, at: Readonly<{ now: number; share: number }>): void
  // Learns from an answer's headers.
  learn(kind: string, headers: Readonly<Record<string, string>>, now: number): void
}>

const WHOLE = /^\d{1,9}$/
const MAX_QUOTAS = 64
const MAX_KINDS = 200
const quotas = new Map<string, Quota>()

// The quota that all instances with this credential share; `credential` is a digest of it.
export function shareQuota(credential: string): Quota {
  const found = quotas.get(credential)
  if (found !== undefined) return found
  const oldest = quotas.keys().next()
  if (quotas.size >= MAX_QUOTAS && oldest.done !== true) quotas.delete(oldest.value)
  const made = createQuota()
  quotas.set(credential, made)
  return made
}

// Counts our own calls in a period against what was left when the period was first seen: others need the rest.
export function createQuota(): Quota {
  const buckets = new Map<string, Bucket>()
  const names = new Map<string, string>()
  return {
    spend(kind, { now, share }) {
      const bucket = buckets.get(names.get(kind) ?? '')
      if (bucket === undefined || now >= bucket.resetAt) return
      const mayUse = Math.max(1, Math.floor(bucket.left * share))
      if (bucket.used >= mayUse)
        throw new SourceError('throttled', { by: 'us', retry_after_ms: bucket.resetAt - now })
      bucket.used++
    },
    learn(kind, headers, now) {
      const [remaining, reset] = ['remaining', 'reset'].map((one) => {
        const text = headers[`x-ratelimit-${one}`] ?? ''
        return WHOLE.test(text) ? Number(text) : undefined
      })
      if (remaining === undefined || reset === undefined) return
      const name = headers['x-ratelimit-name'] ?? kind
      // Kinds come from paths, which may hold names: what is known of too many is learned anew.
      if (names.size >= MAX_KINDS) names.clear()
      names.set(kind, name)
      const known = buckets.get(name)
      if (known === undefined || now >= known.resetAt)
        buckets.set(name, { left: remaining, used: 0, resetAt: now + reset * 1000 })
      else if (remaining === 0) known.used = Number.POSITIVE_INFINITY
    },
  }
}
