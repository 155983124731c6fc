import type {
  cloudLoadBalancersList,
  dbCallersGet,
  k8sEndpointsList,
  k8sIngressesList,
  k8sServicesList,
  queuesConsumersList,
  servicesCatalogGet,
  servicesCatalogList,
  slosList,
  tracesDependenciesGet,
  tracesServicesList,
} from '@vedette/proto/operations'
import type { z } from 'zod'
import { itemsOf, placeOf, type Read, type View } from '../read.ts'

type Of<O extends Readonly<{ output: z.ZodObject }>> = Read<z.output<O['output']>>
type Edge = z.output<typeof tracesDependenciesGet.output>['edges'][number]
type Seen<T> = Readonly<{ item: T; view: View<unknown> }>
type KubernetesService = z.output<typeof k8sServicesList.output>['services'][number]

// Somebody who is hit at once.
export type Direct = Readonly<{
  service: string
  via: 'trace' | 'db' | 'queue' | 'catalog'
  rps: number | null
  errors_now: number | null
  slo: string | null
  owner: string | null
  edge_seen_at: string | null
  confidence: 'seen' | 'declared'
  e: string
}>

// Who calls it: traces first, then what databases, queues and the catalogue tell; each caller once.
export function toDirect(
  facts: Readonly<{
    service: string
    edges: readonly Seen<Edge>[]
    callers: Of<typeof dbCallersGet> | null
    consumers: Of<typeof queuesConsumersList> | null
    catalog: Of<typeof servicesCatalogGet>
    owners: Of<typeof servicesCatalogList>
    slos: Of<typeof slosList>
  }>,
): readonly Direct[] {
  const { service, edges, callers, consumers, catalog, owners, slos } = facts
  const teams = new Map(itemsOf(owners, (value) => value.services).map(({ item }) => [item.name, item.team]))
  const objectives = itemsOf(slos, (value) => value.slos)
  const plain = { owner: null, slo: null, rps: null, errors_now: null, edge_seen_at: null } as const
  const all: readonly Direct[] = [
    ...edges
      .filter(({ item }) => item.to === service && item.from !== service)
      .map(
        ({ item, view }): Direct => ({
          ...plain,
          service: item.from,
          via: 'trace',
          rps: item.calls_per_s,
          errors_now: item.error_ratio,
          edge_seen_at: item.last_seen_at,
          confidence: 'seen',
          e: view.cite(),
        }),
      ),
    ...(callers === null
      ? []
      : itemsOf(callers, (value) => value.callers).map(
          ({ item, view }): Direct => ({
            ...plain,
            service: item.service,
            via: 'db',
            rps: item.calls_per_s,
            errors_now: item.error_ratio,
            edge_seen_at: item.last_seen_at,
            confidence: 'seen',
            e: view.cite(),
          }),
        )),
    ...(consumers === null
      ? []
      : itemsOf(consumers, (value) => value.consumers).map(
          ({ item, view }): Direct => ({
            ...plain,
            service: item.name ?? item.id,
            via: 'queue',
            confidence: 'seen',
            e: view.cite(),
          }),
        )),
    ...itemsOf(catalog, (value) => value.used_by ?? []).map(
      ({ item, view }): Direct => ({
        ...plain,
        service: item,
        via: 'catalog',
        confidence: 'declared',
        e: view.cite(),
      }),
    ),
  ]
  const once = [...Map.groupBy(all, (one) => one.service).values()].flatMap((group) => group[0] ?? [])
  return once
    .map((one) => ({
      ...one,
      owner: teams.get(one.service) ?? null,
      slo: objectives.find(({ item }) => item.service === one.service)?.item.id ?? null,
    }))
    .toSorted((a, b) => (b.rps ?? 0) - (a.rps ?? 0) || (a.service < b.service ? -1 : 1))
}

// Callers of callers. A bound, unless every edge is known.
export function toIndirect(
  facts: Readonly<{ service: string; edges: readonly Seen<Edge>[]; isMapped: boolean }>,
) {
  const { service, edges, isMapped } = facts
  const direct = new Set(callersOf(service, edges))
  const found = new Set<string>()
  let front = [...direct]
  while (front.length > 0) {
    const next = front.flatMap((one) => callersOf(one, edges))
    front = next.filter((one) => one !== service && !direct.has(one) && !found.has(one))
    for (const one of front) found.add(one)
  }
  const names = [...found].toSorted()
  if (isMapped) return { n: names.length, top: names.slice(0, 10) }
  return names.length === 0 ? null : { at_least: names.length, top: names.slice(0, 10) }
}

const DEPTH = 3

// Services of the graph from which no way leads to the target: proved only where every edge of every span was kept and
// the callers ended before the depth that was asked; null otherwise. Who sends no spans is not among them.
export function toUnaffected(
  facts: Readonly<{ service: string; traces: Of<typeof tracesDependenciesGet>; isMapped: boolean }>,
): readonly string[] | null {
  const { service, traces, isMapped } = facts
  if (!isMapped || !traces.views.every(({ value }) => value.sampling_ratio === 1)) return null
  const edges = itemsOf(traces, (value) => value.edges)
  const hit = new Set([service])
  let front: readonly string[] = [service]
  let depth = 0
  while (front.length > 0) {
    front = [...new Set(front.flatMap((one) => callersOf(one, edges)))].filter((one) => !hit.has(one))
    for (const one of front) hit.add(one)
    if (front.length > 0) depth += 1
  }
  if (depth >= DEPTH) return null
  const nodes = itemsOf(traces, (value) => value.nodes).filter(({ item }) => item.kind === 'service')
  return [...new Set(nodes.map(({ item }) => item.name))]
    .filter((name) => !hit.has(name))
    .toSorted()
    .slice(0, 20)
}

// How many services of the clusters send no spans, so that their calls are on no edge; null where either list was not
// read whole. A service that traces know by another name counts as one of them.
export function countUntraced(
  services: Of<typeof k8sServicesList>,
  traced: Of<typeof tracesServicesList>,
): number | null {
  if (!services.isWhole || !traced.isWhole) return null
  const known = new Set(itemsOf(traced, (value) => value.services).map(({ item }) => item.name))
  const names = new Set(itemsOf(services, (value) => value.services).map(({ item }) => item.name))
  return [...names].filter((name) => !known.has(name)).length
}

function callersOf(service: string, edges: readonly Seen<Edge>[]): readonly string[] {
  return edges.filter(({ item }) => item.to === service && item.from !== service).map(({ item }) => item.from)
}

// Ways by which people come to it: ingresses that name it, and load balancers that carry its address.
export function toEntryPoints(
  facts: Readonly<{
    service: string
    ingresses: Of<typeof k8sIngressesList>
    balancers: Of<typeof cloudLoadBalancersList>
    own: readonly Seen<KubernetesService>[]
  }>,
) {
  const { service, ingresses, balancers, own } = facts
  const spaces = new Set(own.map(({ item, view }) => `${placeOf(view)} ${item.namespace}`))
  const addresses = new Set(own.flatMap(({ item }) => item.external))
  const rules = itemsOf(ingresses, (value) => value.ingresses).filter(
    ({ item, view }) =>
      spaces.has(`${placeOf(view)} ${item.namespace}`) &&
      item.rules.some((rule) => rule.split('->').at(-1)?.trim().split(':')[0] === service),
  )
  const carriers = itemsOf(balancers, (value) => value.load_balancers).filter(({ item }) =>
    [...item.dns_names, ...item.addresses].some((address) => addresses.has(address)),
  )
  return [
    ...rules.map(({ item, view }) => ({
      kind: 'ingress',
      where: placeOf(view),
      what: `${item.namespace}/${item.name}`,
      hosts: item.hosts.slice(0, 5),
      e: view.cite(),
    })),
    ...carriers.map(({ item, view }) => ({
      kind: 'load_balancer',
      where: item.account,
      what: item.name ?? item.id,
      hosts: item.dns_names.slice(0, 2),
      e: view.cite(),
    })),
    ...own
      .filter(({ item }) => item.exposed && item.internal !== true)
      .map(({ item, view }) => ({
        kind: 'service',
        where: placeOf(view),
        what: `${item.namespace}/${item.name}`,
        hosts: item.external.slice(0, 2),
        e: view.cite(),
      })),
  ]
}

// How many addresses stand behind it, in how many zones; null where the list was not read whole.
export function toRedundancy(read: Of<typeof k8sEndpointsList>, service: string) {
  return read.views.map((view) => {
    const own = view.value.endpoints.filter((one) => one.service === service)
    const ready = own.filter((one) => one.ready === true)
    const zones = new Set(ready.flatMap((one) => one.zone ?? []))
    return {
      cluster: placeOf(view),
      ready: read.isWhole ? ready.length : null,
      replicas: read.isWhole ? own.length : null,
      zones: read.isWhole && zones.size > 0 ? zones.size : null,
      e: view.cite(),
    }
  })
}

// What it keeps its data in, as far as traces show.
export function toStores(service: string, read: Of<typeof tracesDependenciesGet>) {
  const kinds = new Map(itemsOf(read, (value) => value.nodes).map(({ item }) => [item.name, item.kind]))
  const callees = itemsOf(read, (value) => value.edges).filter(({ item }) => item.from === service)
  const of = (wanted: readonly string[]) => [
    ...new Set(
      callees.filter(({ item }) => wanted.includes(kinds.get(item.to) ?? '')).map(({ item }) => item.to),
    ),
  ]
  if (read.views.length === 0) return null
  return { queues: of(['queue']), dbs: of(['database', 'cache']) }
}
