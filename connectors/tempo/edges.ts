import type { Trace, TraceSpan } from './trace.ts'

type Via = 'http' | 'grpc' | 'database' | 'queue' | 'cache' | 'other' | 'unknown'
type Kind = 'service' | 'database' | 'queue' | 'cache' | 'external' | 'unknown'
export type Edge = Readonly<{ from: string; to: string; via: Via; kind: Kind }>

const CACHES: ReadonlySet<string> = new Set(['redis', 'memcached', 'valkey'])

// Adds the edges between services that a trace's spans show: to the service of a child, and to a database, a queue or a
// peer that a client span names and that sends no spans itself.
export function addEdges(edges: Map<string, Edge>, { spans }: Trace): void {
  const byId = new Map(spans.map((one) => [one.span_id, one]))
  const parents = new Set(spans.map(({ parent_id }) => parent_id))
  for (const span of spans) {
    const parent = span.parent_id === null ? undefined : byId.get(span.parent_id)
    if (parent !== undefined && parent.service !== span.service)
      add(edges, { from: parent.service, to: span.service, via: viaOf(parent), kind: 'service' })
    const remote = parents.has(span.span_id) ? undefined : remoteOf(span)
    if (remote !== undefined) add(edges, { from: span.service, ...remote })
  }
}

function add(edges: Map<string, Edge>, edge: Edge): void {
  edges.set(JSON.stringify([edge.from, edge.to, edge.via]), edge)
}

function viaOf({ attributes }: TraceSpan): Via {
  if (attributes['rpc.system'] === 'grpc') return 'grpc'
  if (attributes['messaging.system'] !== undefined) return 'queue'
  if (attributes['http.request.method'] !== undefined || attributes['http.method'] !== undefined)
    return 'http'
  return 'unknown'
}

function remoteOf({ attributes, kind }: TraceSpan): Omit<Edge, 'from'> | undefined {
  const database = attributes['db.system.name'] ?? attributes['db.system']
  if (database !== undefined) {
    const to = attributes['db.namespace'] ?? attributes['db.name'] ?? database
    return CACHES.has(database)
      ? { to, via: 'cache', kind: 'cache' }
      : { to, via: 'database', kind: 'database' }
  }
  const queue = attributes['messaging.destination.name']
  if (queue !== undefined && kind === 'producer') return { to: queue, via: 'queue', kind: 'queue' }
  const peer = attributes['peer.service'] ?? attributes['server.address']
  return peer === undefined || kind !== 'client' ? undefined : { to: peer, via: 'other', kind: 'external' }
}

// Edges that lie within `depth` hops of a service.
export function reach(
  edges: readonly Edge[],
  from: Readonly<{ service: string; direction: 'callers' | 'callees' | 'both'; depth: number }>,
): readonly Edge[] {
  const found = new Set<Edge>()
  const walk = (side: 'from' | 'to', other: 'from' | 'to') => {
    let at = new Set([from.service])
    for (let hop = 0; hop < from.depth; hop++) {
      const next = edges.filter((one) => at.has(one[side]))
      for (const one of next) found.add(one)
      at = new Set(next.map((one) => one[other]))
    }
  }
  if (from.direction !== 'callers') walk('from', 'to')
  if (from.direction !== 'callees') walk('to', 'from')
  return [...found]
}
