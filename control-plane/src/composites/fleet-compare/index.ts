import { helmReleasesList, k8sDeploymentsList, k8sHpasList, k8sPodsList } from '@vedette/proto/operations'
import { gapsOf, isReadClass } from '@vedette/proto/visibility'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { itemsOf, placeOf, placeOfSource, type Read, type View } from '../read.ts'
import type { Reader } from '../reader.ts'
import { NAMESPACE_PATTERN, workloadOf } from '../shared/names.ts'

const SCALE = ['same', 'differs', 'unhealthy'] as const
const MAX_ROWS = 60

const INPUT = z.strictObject({
  name: z.string().min(1).max(253).describe('Deployment that runs in several clusters'),
  namespace: z
    .string()
    .regex(NAMESPACE_PATTERN, 'must be a namespace name')
    .optional()
    .describe('Only in this namespace'),
})
type Input = z.output<typeof INPUT>
type Of<O extends Readonly<{ output: z.ZodObject }>> = Read<z.output<O['output']>>

// The same workload across clusters.
export const fleetCompare = defineComposite({
  id: 'fleet_compare',
  title: 'One workload across clusters',
  describe:
    'Compares one deployment across all clusters: version, replicas, health, autoscaling and chart, with those that differ from most and those that do not have it.',
  when: [
    'same workload across clusters',
    'which clusters run the old version',
    'version drift',
    'compare clusters',
  ],
  needs: {
    input: ['k8s.deployments.list'],
    grading: ['k8s.deployments.list', 'k8s.pods.list'],
    enriching: ['helm.releases.list', 'k8s.hpas.list'],
  },
  input: INPUT,
  routes: ['cluster'],
  run,
})

async function run(reader: Reader, { input }: AskedFor<Input>): Promise<Findings> {
  reader.follow()
  const [deployments, pods, hpas, releases] = await Promise.all([
    reader.read(k8sDeploymentsList, { limit: 5000 }),
    reader.read(k8sPodsList, { problem_only: true, limit: 5000 }),
    reader.read(k8sHpasList, { limit: 5000 }),
    reader.read(helmReleasesList, { limit: 1000 }),
  ])
  const own = itemsOf(deployments, (value) => value.deployments).filter(({ item }) => isMeant(item, input))
  const usual = mostCommon(own.map(({ item }) => item.images.join(', ')))
  const rows = own.map(({ item, view }) => ({
    cluster: placeOf(view),
    namespace: item.namespace,
    images: item.images.join(', '),
    revision: item.revision,
    desired: item.desired,
    ready: item.ready,
    problem: item.problem,
    pods_bad: badPods(pods, item, view),
    hpa: hpaOf(hpas, item, view),
    chart: chartOf(releases, item, view),
    differs: item.images.join(', ') !== usual,
    e: view.cite(),
  }))
  const places = placesOf(deployments)
  const having = new Set(rows.map((row) => row.cluster))
  const lacking = places.whole.filter((place) => !having.has(place))
  const isHarmed = rows.some((row) => row.ready < row.desired || (row.pods_bad ?? 0) > 0)
  return {
    scale: SCALE,
    findings: [
      ...(isHarmed ? [{ grade: 'unhealthy' }] : []),
      ...(rows.some((row) => row.differs) || lacking.length > 0 ? [{ grade: 'differs' }] : []),
    ],
    body: {
      workload: {
        name: input.name,
        ...(input.namespace === undefined ? {} : { namespace: input.namespace }),
      },
      usual:
        usual === null
          ? null
          : { images: usual, n: rows.filter((row) => !row.differs).length, seen: rows.length },
      clusters: rows
        .toSorted((a, b) => Number(b.differs) - Number(a.differs) || (a.cluster < b.cluster ? -1 : 1))
        .slice(0, MAX_ROWS),
      // Clusters that were read whole and do not have it; of the others it is not known.
      without: lacking,
      unknown: places.gaps,
    },
    next: rows
      .filter((row) => row.ready < row.desired)
      .slice(0, 3)
      .map((row) => ({
        tool: 'workload_triage',
        args: { cluster: row.cluster, namespace: row.namespace, name: input.name },
        why: 'says why this one is not ready',
      })),
  }
}

type Deployment = z.output<typeof k8sDeploymentsList.output>['deployments'][number]

function isMeant(item: Deployment, { name, namespace }: Input): boolean {
  return item.name === name && (namespace === undefined || item.namespace === namespace)
}

function mostCommon(texts: readonly string[]): string | null {
  const groups = [...Map.groupBy(texts, (text) => text)]
  return groups.toSorted((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? null
}

// Pods of the workload with a problem; null where that cluster's pods were not read whole.
function badPods(read: Of<typeof k8sPodsList>, item: Deployment, at: View<unknown>): number | null {
  const view = read.views.find((one) => placeOf(one) === placeOf(at))
  if (view === undefined || !placesOf(read).whole.includes(placeOf(at))) return null
  return view.value.pods.filter(
    (pod) =>
      pod.problem && pod.namespace === item.namespace && workloadOf(pod.owner, pod.name).name === item.name,
  ).length
}

function hpaOf(read: Of<typeof k8sHpasList>, item: Deployment, at: View<unknown>): string | null {
  const found = itemsOf(read, (value) => value.hpas).find(
    (one) =>
      placeOf(one.view) === placeOf(at) &&
      one.item.namespace === item.namespace &&
      one.item.target === `Deployment/${item.name}`,
  )?.item
  return found === undefined ? null : `${found.min}-${found.max}, now ${found.current}`
}

function chartOf(read: Of<typeof helmReleasesList>, item: Deployment, at: View<unknown>): string | null {
  const found = itemsOf(read, (value) => value.releases).find(
    (one) =>
      placeOf(one.view) === placeOf(at) &&
      one.item.namespace === item.namespace &&
      one.item.name === item.name,
  )?.item
  return found?.chart_version ?? null
}

// Clusters that were read whole, and those that were not, by name.
function placesOf(read: Read<unknown>): Readonly<{ whole: readonly string[]; gaps: readonly string[] }> {
  const gaps = new Set(gapsOf(read.sources))
  const whole = read.sources.filter((source) => isReadClass(source.state) && !gaps.has(source))
  return {
    whole: [...new Set(whole.map(placeOfSource))],
    gaps: [...new Set([...gaps].filter((source) => source.agent !== undefined).map(placeOfSource))].slice(
      0,
      40,
    ),
  }
}
