import { z } from 'zod'
import { type Collected, collect, wholeRows } from './answers.ts'
import type { Reader } from './client.ts'
import { pickOne } from './reading.ts'
import {
  labels,
  lastOf,
  maybeFlag,
  maybeNumber,
  maybeText,
  placeOf,
  regionOf,
  texts,
  toTime,
} from './values.ts'

const condition = z.object({ code: maybeText, canonicalCode: maybeText, message: maybeText })

const pool = z.object({
  name: z.string(),
  status: z.string(),
  version: maybeText,
  locations: texts,
  initialNodeCount: maybeNumber,
  config: z
    .object({ machineType: maybeText, imageType: maybeText, spot: maybeFlag, preemptible: maybeFlag, labels })
    .optional(),
  autoscaling: z
    .object({ enabled: maybeFlag, minNodeCount: maybeNumber, maxNodeCount: maybeNumber })
    .optional(),
  conditions: z.array(condition).default([]),
})
export type NodePool = z.output<typeof pool>

// A cluster of GKE; keys and certificates of its endpoint are not kept.
export const cluster = z.object({
  name: z.string(),
  id: maybeText,
  location: z.string(),
  status: z.string(),
  currentMasterVersion: maybeText,
  currentNodeCount: maybeNumber,
  endpoint: maybeText,
  createTime: maybeText,
  resourceLabels: labels,
  network: maybeText,
  subnetwork: maybeText,
  servicesIpv4Cidr: maybeText,
  clusterIpv4Cidr: maybeText,
  releaseChannel: z.object({ channel: maybeText }).optional(),
  privateClusterConfig: z.object({ enablePrivateEndpoint: maybeFlag }).optional(),
  controlPlaneEndpointsConfig: z
    .object({ ipEndpointsConfig: z.object({ enablePublicEndpoint: maybeFlag }).optional() })
    .optional(),
  masterAuthorizedNetworksConfig: z
    .object({ enabled: maybeFlag, cidrBlocks: z.array(z.object({ cidrBlock: maybeText })).default([]) })
    .optional(),
  databaseEncryption: z.object({ state: maybeText }).optional(),
  loggingConfig: z.object({ componentConfig: z.object({ enableComponents: texts }).optional() }).optional(),
  maintenancePolicy: z
    .object({
      window: z.object({ dailyMaintenanceWindow: z.object({ startTime: maybeText }).optional() }).optional(),
    })
    .optional(),
  conditions: z.array(condition).default([]),
  addonsConfig: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  nodePools: z.array(pool).default([]),
})
export type Cluster = z.output<typeof cluster>

// Clusters of every zone and region. Zones that GKE could not reach are gaps.
export function readClusters(reader: Reader): Promise<Collected<Cluster>> {
  return collect(reader, {
    service: 'container',
    path: ['projects', reader.project.id, 'locations', '-', 'clusters'],
    field: 'clusters',
    row: cluster,
    needs: 'container.clusters.list',
  })
}

// The cluster that an argument names, by name or id; undefined when the whole list has none.
export async function findCluster(reader: Reader, wanted: string): Promise<Cluster | undefined> {
  const all = wholeRows(await readClusters(reader))
  const name = lastOf(wanted)
  const place = wanted.includes('/') ? (wanted.split('/').at(-2) ?? null) : null
  return pickOne(
    all.filter(
      (one) =>
        one.id === wanted ||
        (one.name === name && (place === null || place === one.location || place === 'clusters')),
    ),
    { field: 'cluster', idOf: (one) => `${one.location}/${one.name}` },
  )
}

// Whether the control plane has an address that the internet routes to; null when it is not told.
function hasPublicEndpoint(one: Cluster): boolean | null {
  const said = one.controlPlaneEndpointsConfig?.ipEndpointsConfig?.enablePublicEndpoint
  if (said !== undefined && said !== null) return said
  const isPrivate = one.privateClusterConfig?.enablePrivateEndpoint ?? null
  return isPrivate === null ? null : !isPrivate
}

// A cluster as a row.
export function toCluster(reader: Reader, one: Cluster) {
  const open = hasPublicEndpoint(one)
  const isLimited = one.masterAuthorizedNetworksConfig?.enabled === true
  const any =
    one.masterAuthorizedNetworksConfig?.cidrBlocks.some((it) => it.cidrBlock === '0.0.0.0/0') === true
  return {
    id: one.id ?? `${one.location}/${one.name}`,
    name: one.name,
    ...placeOf(reader, regionOf(one.location)),
    tags: one.resourceLabels,
    state: one.status,
    version: one.currentMasterVersion,
    public_endpoint: open,
    open_to_any: open === false ? false : isLimited && !any ? false : open === true ? true : null,
    nodes: one.currentNodeCount,
    release_channel: one.releaseChannel?.channel ?? null,
    support_ends_at: null,
    created_at: toTime(one.createTime),
  }
}

// What a cluster or a pool says is wrong with it.
export function toIssues(conditions: Cluster['conditions']) {
  return conditions.map((it) => ({ code: it.canonicalCode ?? it.code ?? 'UNKNOWN', message: it.message }))
}
