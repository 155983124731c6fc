import { checkSegment } from '@vedette/connectors/kit'
import { z } from 'zod'
import { readList } from './lists.ts'
import { askMaybe, type Site } from './reading.ts'
import { flag, number, text, texts, toTime } from './values.ts'

const needs = 'mke.read'
const message = z.looseObject({ state: text, message: text }).nullish()
const server = z
  .looseObject({ disable_api_server_fip: flag, fixed_ip: text, floating_ip: text, port: number })
  .nullish()
const cluster = z.looseObject({
  id: z.string(),
  name: text,
  status: message,
  version: text,
  created_at: text,
  kube_api_server: server,
  allowed_cidrs: texts,
  services_ipv4_cidr: text,
  cluster_ipv4_cidr: text,
  network: z.looseObject({ vpc_id: text, subnets: z.array(z.looseObject({ id: text })).nullish() }).nullish(),
  node_pools: z.array(z.looseObject({ replicas: number })).nullish(),
})
export type Cluster = z.output<typeof cluster>
const pool = z.looseObject({
  id: z.string(),
  name: text,
  replicas: number,
  version: text,
  flavor: text,
  created_at: text,
  instance_template: z
    .looseObject({ node_image: text, flavor: z.looseObject({ name: text }).nullish() })
    .nullish(),
  auto_scale: z.looseObject({ min_replicas: number, max_replicas: number }).nullish(),
  status: z.looseObject({ state: text, messages: texts }).nullish(),
  availability_zones: texts,
})
const version = z.looseObject({ version: z.string(), deprecated: z.boolean() })

// Every managed cluster of a site.
export function readClusters(site: Site) {
  return readList(site.client, {
    ...site,
    path: ['kubernetes', 'v0', 'clusters'],
    name: 'results',
    row: cluster,
    needs,
  })
}

// One cluster in full; undefined when the site has none of this id.
export function readCluster(site: Site, id: string) {
  const path = ['kubernetes', 'v0', 'clusters', checkSegment('name', id, 'cluster')]
  return askMaybe(() => site.client.ask({ ...site, path, schema: cluster, needs }))
}

// Node pools of one cluster.
export function readPools(site: Site, id: string) {
  const path = ['kubernetes', 'v1alpha0', 'clusters', checkSegment('name', id, 'cluster'), 'node-pools']
  return readList(site.client, { ...site, path, name: 'results', row: pool, needs })
}

// Versions that new clusters may have.
export function readVersions(site: Site) {
  return readList(site.client, {
    ...site,
    path: ['kubernetes', 'v1', 'versions'],
    name: 'results',
    row: version,
    needs,
  })
}

// One cluster as a row. Whether its endpoint is public is known only where it tells of the address or its absence.
export function toCluster(site: Site, one: Cluster) {
  const told = one.kube_api_server
  const isPublic = told?.floating_ip ? true : told?.disable_api_server_fip === true ? false : null
  return {
    id: one.id,
    name: one.name ?? null,
    account: site.account,
    region: site.region,
    tags: null,
    state: one.status?.state ?? 'unknown',
    version: one.version ?? null,
    public_endpoint: isPublic,
    open_to_any:
      isPublic === false
        ? false
        : isPublic === null || one.allowed_cidrs == null
          ? null
          : isAny(one.allowed_cidrs),
    nodes: one.node_pools == null ? null : sum(one.node_pools.map(({ replicas }) => replicas)),
    release_channel: null,
    support_ends_at: null,
    created_at: toTime(one.created_at),
  }
}

// An empty list of addresses lets everybody in.
function isAny(cidrs: readonly string[]): boolean {
  return cidrs.length === 0 || cidrs.some((one) => one === '0.0.0.0/0' || one === '::/0')
}

function sum(counts: readonly (number | null | undefined)[]): number | null {
  return counts.reduce<number | null>((all, one) => (all === null || one == null ? null : all + one), 0)
}
