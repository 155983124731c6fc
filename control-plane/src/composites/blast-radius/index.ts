import {
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
  windowFrom,
  windowTo,
} from '@vedette/proto/operations'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { itemsOf, placeOf } from '../read.ts'
import type { Reader } from '../reader.ts'
import { routeTo } from '../routes.ts'
import { HOUR, spanArguments } from '../shared/time.ts'
import {
  countUntraced,
  toDirect,
  toEntryPoints,
  toIndirect,
  toRedundancy,
  toStores,
  toUnaffected,
} from './graph.ts'

// From best to worst: nothing calls it; that is not known; others call it; people reach it from outside.
const SCALE = ['contained', 'unknown', 'spreads', 'reaches_users'] as const
const MAX_PLACES = 5

const INPUT = z.strictObject({
  service: z.string().min(1).max(256).describe('Service that fails or may fail'),
  mode: z
    .enum(['if_it_fails', 'failing_now'])
    .default('if_it_fails')
    .describe('What breaks, or who is hit now'),
  instance: z.string().min(1).max(256).optional().describe('Database instance, where the service is one'),
  queue: z.string().min(1).max(256).optional().describe('Queue, where the service is one'),
  from: windowFrom(),
  to: windowTo(),
})
type Input = z.output<typeof INPUT>

// Who is hit when one service fails.
export const blastRadius = defineComposite({
  id: 'blast_radius',
  title: 'Who is hit when a service fails',
  describe:
    'Shows who calls a service directly and indirectly, which entry points lead to it, what it stores in, its redundancy and single points, and which edges are not known.',
  when: ['blast radius', 'who depends on', 'what breaks if it fails', 'impact', 'callers of a service'],
  needs: {
    input: ['cloud.load_balancers.list', 'k8s.services.list', 'traces.dependencies.get'],
    input_any: true,
    grading: ['k8s.endpoints.list', 'k8s.services.list'],
    enriching: [
      'cloud.load_balancers.list',
      'db.callers.get',
      'k8s.ingresses.list',
      'queues.consumers.list',
      'services.catalog.get',
      'services.catalog.list',
      'slos.list',
      'traces.services.list',
    ],
  },
  input: INPUT,
  routes: ['cluster', 'account', 'backend'],
  window: { defaultSeconds: 3600, maxSeconds: 7 * 86_400 },
  run,
})

async function run(reader: Reader, { input, window, detail }: AskedFor<Input>): Promise<Findings> {
  const { service } = input
  const times = spanArguments(window ?? { from: reader.now - HOUR, to: reader.now })
  const [traces, services, ingresses, balancers, catalog, owners, slos, traced, callers, consumers] =
    await Promise.all([
      reader.read(tracesDependenciesGet, { service, direction: 'both', depth: 3, ...times, limit: 1000 }),
      reader.read(k8sServicesList, { limit: 5000 }),
      reader.read(k8sIngressesList, { limit: 5000 }),
      reader.read(cloudLoadBalancersList, { limit: 1000 }),
      reader.read(servicesCatalogGet, { service }),
      reader.read(servicesCatalogList, { limit: 500 }),
      reader.read(slosList, { limit: 500 }),
      reader.read(tracesServicesList, { ...times, limit: 1000 }),
      readCallers(reader, input, times),
      readConsumers(reader, input),
    ])
  reader.follow()
  const own = itemsOf(services, (value) => value.services).filter(({ item }) => item.name === service)
  const endpoints = await Promise.all(
    own
      .slice(0, MAX_PLACES)
      .map(({ item, view }) =>
        reader.read(k8sEndpointsList, { namespace: item.namespace, service, limit: 5000 }, routeTo(view)),
      ),
  )
  if (own.length === 0) reader.spare(k8sEndpointsList, 'no service of this name is in a cluster')
  const edges = itemsOf(traces, (value) => value.edges)
  const direct = toDirect({ service, edges, callers, consumers, catalog, owners, slos })
  const entries = toEntryPoints({ service, ingresses, balancers, own })
  const redundancy = endpoints.flatMap((read) => toRedundancy(read, service))
  const isMapped = traces.isWhole && traces.views.every((view) => view.value.complete === true)
  const untraced = countUntraced(services, traced)
  const indirect = toIndirect({ service, edges, isMapped })
  return {
    scale: SCALE,
    findings: [
      ...(entries.length > 0 ? [{ grade: 'reaches_users' }] : []),
      ...(direct.length > 0 ? [{ grade: 'spreads' }] : []),
      ...(isMapped && ingresses.isWhole ? [] : [{ grade: 'unknown' }]),
    ],
    body: {
      target: { service, clusters: own.map(({ view }) => placeOf(view)), redundancy },
      mode: input.mode,
      direct: (input.mode === 'failing_now'
        ? direct.filter((one) => (one.errors_now ?? 1) > 0)
        : direct
      ).slice(0, detail === 'full' ? 100 : 25),
      indirect,
      entry_points: entries.slice(0, 20),
      data: toStores(service, traces),
      single_points: redundancy.filter((one) => one.ready !== null && one.ready <= 1),
      unaffected_proven: toUnaffected({ service, traces, isMapped }),
      unknown_edges: { untraced: !isMapped || untraced !== 0, n: untraced },
      graph: { as_of: times.to, complete: isMapped },
    },
    next: direct.slice(0, 3).map((one) => ({
      tool: 'services_signals_get',
      args: { service: one.service },
      why: 'shows whether this caller is hit now',
    })),
  }
}

function readCallers(reader: Reader, { instance }: Input, times: Readonly<{ from: string; to: string }>) {
  if (instance !== undefined) return reader.read(dbCallersGet, times, { instance })
  reader.spare(dbCallersGet, 'no database is named')
  return null
}

function readConsumers(reader: Reader, { queue }: Input) {
  if (queue !== undefined) return reader.read(queuesConsumersList, { queue })
  reader.spare(queuesConsumersList, 'no queue is named')
  return null
}
