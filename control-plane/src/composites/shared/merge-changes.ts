import { type Change, compareChanges } from './change.ts'

// Two sources that tell of the same workload within this time tell of one change.
const SAME_MS = 300_000

// One change for all that several sources tell of it: the earliest moment, the fullest words. Oldest first.
export function mergeChanges(changes: readonly Change[]): readonly Change[] {
  const merged: Change[] = []
  for (const change of changes.toSorted(compareChanges)) {
    const index = merged.findLastIndex((one) => isSame(one, change))
    const known = merged[index]
    if (known === undefined) merged.push(change)
    else merged[index] = join(known, change)
  }
  return merged
}

function isSame(a: Change, b: Change): boolean {
  if (b.at - a.at > SAME_MS || a.kind !== b.kind) return false
  const names = [a.where.workload, a.where.service].filter((name) => name !== null)
  const isNamed = [b.where.workload, b.where.service].some((name) => name !== null && names.includes(name))
  const isApart = (x: string | null, y: string | null) => x !== null && y !== null && x !== y
  if (!isNamed || isApart(a.where.cluster, b.where.cluster) || isApart(a.where.ns, b.where.ns)) return false
  return !(isApart(a.to, b.to) && isApart(a.from, b.from))
}

function join(a: Change, b: Change): Change {
  return {
    ...a,
    where: {
      cluster: a.where.cluster ?? b.where.cluster,
      ns: a.where.ns ?? b.where.ns,
      workload: a.where.workload ?? b.where.workload,
      service: a.where.service ?? b.where.service,
    },
    by: a.by ?? b.by,
    from: a.from ?? b.from,
    to: a.to ?? b.to,
    diff: a.diff ?? b.diff,
    rolled_back: a.rolled_back ?? b.rolled_back,
    url: a.url ?? b.url,
  }
}
