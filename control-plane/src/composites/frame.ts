import {
  fixOf,
  gapsOf,
  isNotConfigured,
  type NextCall,
  type Source,
  scopeLabel,
} from '@vedette/proto/visibility'
import type { EvidenceRow } from './evidence.ts'

export type FrameFacts = Readonly<{
  body: Readonly<Record<string, unknown>>
  next: readonly NextCall[]
  evidence: Readonly<Record<string, EvidenceRow>>
  sources: readonly Source[]
}>

const MAX_NOT_CHECKED = 15
const MAX_SCOPES = 4
const MAX_NEXT = 6

// A composite's body in its frame: what it found, what it could not see, what to ask next, what it stands on.
export function toFrame({ body, next, evidence, sources }: FrameFacts): Readonly<Record<string, unknown>> {
  const unseen = toNotChecked(sources)
  return {
    untrusted: true,
    ...body,
    not_checked: unseen.slice(0, MAX_NOT_CHECKED),
    ...(unseen.length > MAX_NOT_CHECKED ? { not_checked_more: unseen.length - MAX_NOT_CHECKED } : {}),
    next: distinctCalls(next).slice(0, MAX_NEXT),
    evidence,
  }
}

// The same call helps once.
function distinctCalls(calls: readonly NextCall[]): readonly NextCall[] {
  return [...new Map(calls.map((call) => [JSON.stringify([call.tool, call.args]), call])).values()]
}

// One row per operation and word, what could change the answer first; what is not configured stands in the verdict.
function toNotChecked(sources: readonly Source[]) {
  const gaps = gapsOf(sources).filter((source) => !isNotConfigured(source.state))
  const rows = [...Map.groupBy(gaps, (source) => `${source.operation} ${source.state}`).values()]
  return rows
    .flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const scopes = [...new Set(group.map((source) => scopeLabel(source.scope)).filter((one) => one !== ''))]
      return [
        {
          what: first.operation,
          state: first.state,
          n: group.length,
          ...(scopes.length === 0 ? {} : { scopes: scopes.slice(0, MAX_SCOPES) }),
          fix: fixOf(first.state),
          could_change: first.role === 'enriching' ? ('detail' as const) : ('answer' as const),
        },
      ]
    })
    .toSorted((a, b) => Number(a.could_change === 'detail') - Number(b.could_change === 'detail'))
}
