// How many accounts, projects or tenants, and how many clusters, one question reads at most.
export const MAX_ACCOUNTS = 12
export const MAX_CLUSTERS = 200

export type Sweep = Readonly<{
  // Read by this question, in order.
  asked: readonly string[]
  // Left out by the limit: each of them is a source of its own.
  capped: readonly string[]
  // What the next call reads: the first of those left out, at most as many as the limit.
  next: readonly string[]
}>

// Splits names by a limit in a stable order: a lower `order` first (a label can set it), then by name. Names given
// twice count once. Throws RangeError on a limit below 1.
export function sweep(
  names: readonly string[],
  limit = MAX_ACCOUNTS,
  order: (name: string) => number = () => 0,
): Sweep {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError('a sweep reads at least one scope')
  const sorted = [...new Set(names)].sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1))
  const capped = sorted.slice(limit)
  return Object.freeze({ asked: sorted.slice(0, limit), capped, next: capped.slice(0, limit) })
}
