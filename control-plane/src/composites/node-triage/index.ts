import {
  cloudAutoscalingActivities,
  cloudInstancesStatus,
  k8sEventsList,
  k8sNodesList,
  k8sNodesTop,
  k8sPodsList,
  windowFrom,
  windowTo,
} from '@vedette/proto/operations'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { boundOf, countItems, itemsOf, placeOf, type Read, type View } from '../read.ts'
import type { Reader } from '../reader.ts'
import { routeTo } from '../routes.ts'
import { workloadOf } from '../shared/names.ts'
import { HOUR, parseTime, showTime, spanArguments } from '../shared/time.ts'

const SCALE = ['ok', 'degraded', 'outage'] as const
const MAX_NODES = 8
const MAX_EVENTS = 5

const INPUT = z.strictObject({
  node: z.string().min(1).max(253).optional().describe('Only this node; absent, all that are not well'),
  from: windowFrom(),
  to: windowTo(),
})
type Node = z.output<typeof k8sNodesList.output>['nodes'][number]
type At = Readonly<{ node: Node; view: View<unknown> }>

// Nodes that are not well, and what they host.
export const nodeTriage = defineComposite({
  id: 'node_triage',
  title: 'Triage of nodes',
  describe:
    'Says which nodes are not ready or under pressure, since when, what they host, what the cluster and the cloud say of them and which scalings came before.',
  when: ['node not ready', 'memory pressure', 'node down', 'what runs on this node'],
  needs: {
    input: ['k8s.nodes.list'],
    grading: ['k8s.events.list', 'k8s.nodes.list', 'k8s.pods.list'],
    enriching: ['cloud.autoscaling.activities', 'cloud.instances.status', 'k8s.nodes.top'],
  },
  input: INPUT,
  routes: ['cluster', 'account'],
  window: { defaultSeconds: 3600, maxSeconds: 86_400 },
  run,
})

async function run(reader: Reader, { input, window }: AskedFor<z.output<typeof INPUT>>): Promise<Findings> {
  const span = spanArguments(window ?? { from: reader.now - HOUR, to: reader.now })
  const [nodes, events, top, status, scalings] = await Promise.all([
    reader.read(k8sNodesList, { problem_only: input.node === undefined, limit: 5000 }),
    reader.read(k8sEventsList, { kind: 'Node', ...span, limit: 2000 }),
    reader.read(k8sNodesTop, { limit: 5000 }),
    reader.read(cloudInstancesStatus, { problem_only: true, limit: 1000 }),
    reader.read(cloudAutoscalingActivities, { ...span, limit: 200 }),
  ])
  reader.follow()
  const meant = itemsOf(nodes, (value) => value.nodes)
    .map(({ item, view }): At => ({ node: item, view }))
    .filter(({ node }) => (input.node === undefined ? isBad(node) : node.name === input.node))
    .toSorted((a, b) => rankOf(b.node) - rankOf(a.node) || (a.node.name < b.node.name ? -1 : 1))
  const shown = meant.slice(0, MAX_NODES)
  const hosts = await Promise.all(shown.map((at) => readHosted(reader, at)))
  if (shown.length === 0) reader.spare(k8sPodsList, 'no node is in trouble')
  const bad = meant.filter(({ node }) => isBad(node))
  const isOutage = nodes.views.some(({ value }) => value.read > 0 && value.not_ready >= value.read)
  return {
    scale: SCALE,
    findings: bad.filter(({ node }) => isHarm(node)).map(() => ({ grade: isOutage ? 'outage' : 'degraded' })),
    body: {
      nodes: shown.map((at, index) => ({
        ...showNode(at),
        hosts: showHosted(hosts[index] ?? null),
        use: useOf(top, at),
        cloud: cloudOf(status, at),
        events: eventsOf(events, at),
      })),
      bad: boundOf(bad.length, [nodes]),
      of: countItems(nodes, (value) => value.read),
      ...(meant.length > shown.length ? { more: meant.length - shown.length } : {}),
      scalings: itemsOf(scalings, (value) => value.activities)
        .slice(0, 8)
        .map(({ item, view }) => ({
          at: item.started_at,
          group: item.group,
          state: item.state,
          cause: item.cause?.slice(0, 160) ?? null,
          e: view.cite(),
        })),
    },
    next: shown.slice(0, 2).map(({ node, view }) => ({
      tool: 'k8s_pods_list',
      args: { cluster: placeOf(view), field_selector: `spec.nodeName=${node.name}` },
      why: 'lists everything that runs on this node',
    })),
  }
}

// A cordon is somebody's intention; everything else is harm.
function isHarm({ ready, problems }: Node): boolean {
  return ready !== true || problems.some((one) => one !== 'Cordoned')
}

function isBad({ ready, problems }: Node): boolean {
  return ready !== true || problems.length > 0
}

function rankOf(node: Node): number {
  return (node.ready === true ? 0 : 2) + (isHarm(node) ? 1 : 0)
}

function readHosted(reader: Reader, { node, view }: At) {
  return reader.read(
    k8sPodsList,
    { field_selector: `spec.nodeName=${node.name}`, limit: 1000 },
    routeTo(view),
  )
}

type Pods = Read<z.output<typeof k8sPodsList.output>>

function showHosted(read: Pods | null) {
  if (read === null) return null
  const pods = itemsOf(read, (value) => value.pods)
  const names = pods.map(({ item }) => `${item.namespace}/${workloadOf(item.owner, item.name).name}`)
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, group]) => ({ name, n: group.length }))
  return {
    pods: countItems(read, (value) => value.pods.length),
    bad: boundOf(pods.filter(({ item }) => item.problem).length, [read]),
    workloads: counts
      .toSorted((a, b) => b.n - a.n || (a.name < b.name ? -1 : 1))
      .slice(0, 8)
      .map((one) => one.name),
  }
}

function showNode({ node, view }: At) {
  const { name, ready, problems, problem_since, message, zone, instance_type, taints } = node
  return {
    cluster: placeOf(view),
    ...{ node: name, ready, problems, since: showTime(parseTime(problem_since)) },
    message: message?.slice(0, 200) ?? null,
    ...{ zone, instance_type, taints: taints.slice(0, 5) },
    evidence: view.cite(),
  }
}

function useOf(read: Read<z.output<typeof k8sNodesTop.output>>, { node, view }: At) {
  const found = itemsOf(read, (value) => value.nodes).find(
    (one) => one.item.name === node.name && placeOf(one.view) === placeOf(view),
  )
  if (found === undefined) return null
  return {
    cpu_percent: found.item.cpu_percent,
    memory_percent: found.item.memory_percent,
    e: found.view.cite(),
  }
}

// The machine behind the node, by the id that the node gives; only machines with a problem are listed.
function cloudOf(read: Read<z.output<typeof cloudInstancesStatus.output>>, { node }: At) {
  const id = node.provider_id?.split('/').at(-1)
  const found = itemsOf(read, (value) => value.instances).find(
    ({ item }) => id !== undefined && (item.id === id || item.id.endsWith(`/${id}`)),
  )
  if (found === undefined) return null
  const { power, system_check, instance_check, failing_since, events } = found.item
  return {
    ...{ power, system_check, instance_check, failing_since },
    planned: events.slice(0, 3).map((one) => one.kind),
    e: found.view.cite(),
  }
}

function eventsOf(read: Read<z.output<typeof k8sEventsList.output>>, { node, view }: At) {
  return itemsOf(read, (value) => value.events)
    .filter((one) => one.item.name === node.name && placeOf(one.view) === placeOf(view))
    .slice(0, MAX_EVENTS)
    .map(({ item, view: shown }) => ({
      at: item.at,
      reason: item.reason,
      message: item.message?.slice(0, 160) ?? null,
      e: shown.cite(),
    }))
}
