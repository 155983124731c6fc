import {
  cloudQuotasList,
  dbConnectionsGet,
  k8sHpasList,
  k8sNodesTop,
  k8sResourceQuotasList,
  k8sVolumesUsage,
  metricsFreshnessGet,
  queuesGet,
  servicesSignalsGet,
  windowFrom,
  windowTo,
} from '@vedette/proto/operations'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { boundOf, countItems, itemsOf, placeOf, type Read } from '../read.ts'
import type { Reader } from '../reader.ts'
import { HOUR, spanArguments } from '../shared/time.ts'
import {
  autoscalerHeadroom,
  cloudHeadroom,
  databaseHeadroom,
  type Headroom,
  nodeHeadroom,
  queueHeadroom,
  quotaHeadroom,
  serviceHeadroom,
  SCALE as TIGHTNESS,
  volumeHeadroom,
} from './headroom.ts'

// `unmeasured`: something that could be full has no fresh measurement.
const SCALE = ['ok', 'unmeasured', 'tight', 'exhausted'] as const
const MAX_ROWS = { brief: 25, full: 100 } as const
const STALE_SECONDS = 600

const INPUT = z.strictObject({
  service: z.string().min(1).max(256).optional().describe('Also the saturation of this service'),
  queue: z.string().min(1).max(256).optional().describe('Also this queue'),
  from: windowFrom(),
  to: windowTo(),
})
type Input = z.output<typeof INPUT>

// How much is left of what runs out, and when.
export const saturation = defineComposite({
  id: 'saturation',
  title: 'Headroom and time to the limit',
  describe:
    'Lists what runs out, fullest first: processor and memory of nodes, volumes, autoscalers at their maximum, quotas, database connections, a service or a queue, with the time left.',
  when: ['capacity', 'what is full', 'disk almost full', 'headroom', 'connection limit', 'quota reached'],
  needs: {
    input: null,
    grading: [
      'cloud.quotas.list',
      'db.connections.get',
      'k8s.hpas.list',
      'k8s.nodes.top',
      'k8s.resource_quotas.list',
      'k8s.volumes.usage',
      'metrics.freshness.get',
      'queues.get',
      'services.signals.get',
    ],
    enriching: [],
  },
  input: INPUT,
  routes: ['cluster', 'account', 'backend', 'instance'],
  window: { defaultSeconds: 6 * 3600, maxSeconds: 2 * 86_400 },
  run,
})

async function run(reader: Reader, { input, window, detail }: AskedFor<Input>): Promise<Findings> {
  const span = spanArguments(window ?? { from: reader.now - 6 * HOUR, to: reader.now })
  const [nodes, volumes, hpas, quotas, connections, clouds, signals, queue] = await Promise.all([
    reader.read(k8sNodesTop, { limit: 5000 }),
    reader.read(k8sVolumesUsage, { limit: 2000 }),
    reader.read(k8sHpasList, { limit: 5000 }),
    reader.read(k8sResourceQuotasList, { limit: 5000 }),
    reader.read(dbConnectionsGet, {}),
    reader.read(cloudQuotasList, { near_limit_percent: 50, limit: 1000 }),
    input.service === undefined ? null : reader.read(servicesSignalsGet, { service: input.service, ...span }),
    input.queue === undefined ? null : reader.read(queuesGet, { queue: input.queue, ...span }),
  ])
  reader.follow()
  if (signals === null) reader.spare(servicesSignalsGet, 'no service is named')
  if (queue === null) reader.spare(queuesGet, 'no queue is named')
  const stale = signals === null ? [] : await readStale(reader, signals, span)
  if (signals === null) reader.spare(metricsFreshnessGet, 'no service is named')
  const rows = [
    ...nodeHeadroom(nodes),
    ...volumeHeadroom(volumes),
    ...autoscalerHeadroom(hpas),
    ...quotaHeadroom(quotas),
    ...databaseHeadroom(connections),
    ...cloudHeadroom(clouds),
    ...(signals === null ? [] : serviceHeadroom(signals)),
    ...(queue === null ? [] : queueHeadroom(queue)),
  ].toSorted(compareHeadroom)
  const unmeasured = nodes.views.flatMap((view) =>
    [
      ...(view.value.unmeasured ?? ['nodes that are not known']),
      ...view.value.nodes
        .filter((node) => node.cpu_percent === null || node.memory_percent === null)
        .map((node) => node.name),
    ].map((name) => `${placeOf(view)}/${name}`),
  )
  const reads = [nodes, volumes, hpas, quotas, connections, clouds]
  const tight = rows.filter((row) => row.grade !== 'ok')
  return {
    scale: SCALE,
    findings: [...tight, ...[...stale, ...unmeasured].map(() => ({ grade: 'unmeasured' }))],
    body: {
      tight: boundOf(tight.length, reads),
      resources: rows.slice(0, MAX_ROWS[detail]).map(({ e, ...row }) => ({ ...row, e: e() })),
      looked_at: reads.flatMap((read) => {
        const n = countItems<unknown>(read, countRows)
        return n === null ? [] : [{ what: read.operation, n }]
      }),
      unmeasured: unmeasured.slice(0, 20),
      stale,
    },
  }
}

// What a service's saturation was measured from must be fresh, or a full resource may look as it was.
async function readStale(
  reader: Reader,
  signals: Read<z.output<typeof servicesSignalsGet.output>>,
  span: Readonly<{ from: string; to: string }>,
) {
  const found = itemsOf(signals, (value) => value.signals)[0]
  if (found === undefined) return []
  const { label, value } = found.item.by
  const read = await reader.read(
    metricsFreshnessGet,
    { match: [{ label, op: '=', value }], ...span },
    { backend: found.view.instance },
  )
  return read.views
    .filter((view) => (view.value.age_seconds ?? Number.POSITIVE_INFINITY) > STALE_SECONDS)
    .map((view) => ({
      what: `${label}=${value}`,
      newest_at: view.value.newest_at,
      age_seconds: view.value.age_seconds,
      e: view.cite(),
    }))
}

function compareHeadroom(a: Headroom, b: Headroom): number {
  return (
    TIGHTNESS.indexOf(b.grade) - TIGHTNESS.indexOf(a.grade) ||
    (b.used_percent ?? 0) - (a.used_percent ?? 0) ||
    (a.where < b.where ? -1 : 1)
  )
}

// Rows of whatever list a value holds first; one for a value that is no list.
function countRows(value: unknown): number {
  const lists = Object.values(value as Readonly<Record<string, unknown>>).filter(Array.isArray) // a checked output
  return lists[0]?.length ?? 1
}
