import { isReadClass, type Scope, type Source, scopeEntries } from '@vedette/proto/visibility'
import type { InstanceRead, ReadResult } from '../dispatch/types.ts'

// Where a finding was seen: enough to ask again.
export type EvidenceRow = Readonly<{
  operation: string
  backend: string
  query?: string
  window?: Readonly<{ from: string; to: string }>
  scope: Scope
  url?: string
}>

export type Evidence = Readonly<{
  // The name of one instance's share of a read, `e1` for the first that is cited.
  cite(read: ReadResult['request'], instance: InstanceRead): string
  rows(): Readonly<Record<string, EvidenceRow>>
}>

const QUERY_MAX = 500

// The evidence of one answer: what nobody cites is not in it, and what is cited twice stands once.
export function createEvidence(): Evidence {
  const ids = new Map<InstanceRead, string>()
  const rows = new Map<string, EvidenceRow>()
  return Object.freeze({
    cite(request, instance) {
      const known = ids.get(instance)
      if (known !== undefined) return known
      const id = `e${ids.size + 1}`
      ids.set(instance, id)
      rows.set(id, toRow(request, instance))
      return id
    },
    rows: () => Object.fromEntries(rows),
  })
}

function toRow({ operation, arguments: args }: ReadResult['request'], instance: InstanceRead): EvidenceRow {
  const { meta, agent_name } = instance
  const { from, to } = args
  const scope = scopeSeen(instance.outcome.sources)
  return {
    operation: operation.id,
    backend: agent_name === null ? instance.instance : `${agent_name}/${instance.instance}`,
    ...(meta?.query === undefined ? {} : { query: meta.query.slice(0, QUERY_MAX) }),
    ...(typeof from === 'string' && typeof to === 'string' ? { window: { from, to } } : {}),
    scope,
    ...(meta?.url === undefined || !isWebLink(meta.url) ? {} : { url: meta.url }),
  }
}

// The place that all parts which were read have in common: never that of a half which was not, and never that of one
// half for what another showed.
export function scopeSeen(sources: readonly Source[]): Scope {
  const [first, ...rest] = sources.filter((source) => isReadClass(source.state)).map((source) => source.scope)
  if (first === undefined) return {}
  return Object.fromEntries(
    scopeEntries(first).filter(([key, value]) => rest.every((scope) => scope[key] === value)),
  )
}

// Only links that a person may follow, without credentials in them.
export function isWebLink(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}
