import { sideBySide } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import type { Output } from './client.ts'
import type { Reader } from './connect.ts'
import { orAbsent } from './errors.ts'
import { collect } from './pages.ts'
import { need, placeOf, toTags, toTime } from './values.ts'

export type Cluster = NonNullable<Output<'eks', 'describeCluster'>['cluster']>

// Names of the managed clusters of a region, to their end.
export function readClusterNames(reader: Reader) {
  return collect(async (nextToken) => {
    const said = await reader.call('eks', 'listClusters', {
      maxResults: 100,
      ...(nextToken === undefined ? {} : { nextToken }),
    })
    return { items: said.clusters, next: said.nextToken }
  })
}

// The cluster of this name or ARN; undefined when the region has none.
export async function findCluster(reader: Reader, wanted: string): Promise<Cluster | undefined> {
  if (wanted.startsWith('arn:') && wanted.split(':')[3] !== reader.region) return undefined
  const name = wanted.startsWith('arn:') ? (wanted.split('/').at(-1) ?? wanted) : wanted
  const said = await orAbsent(reader.call('eks', 'describeCluster', { name }), undefined)
  return said === undefined ? undefined : need(said.cluster)
}

// Reads the things of a cluster one by one. Throws the first failure: a list with a hole is no list.
export async function describeEach<T>(
  names: readonly string[],
  read: (name: string) => Promise<T | undefined>,
): Promise<readonly T[]> {
  const all = await sideBySide(names, 6, read)
  if (all.some((one) => one === undefined)) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return all.flatMap((one) => (one === undefined ? [] : [one]))
}

// A cluster as the catalogue says it.
export function toClusterRow(reader: Reader, one: Cluster) {
  const access = one.resourcesVpcConfig
  const isPublic = access?.endpointPublicAccess ?? null
  return {
    id: one.arn ?? one.name ?? '',
    name: one.name ?? null,
    ...placeOf(reader),
    tags: toTags(Object.entries(one.tags ?? {}).map(([Key, Value]) => ({ Key, Value }))),
    state: one.status ?? 'unknown',
    version: one.version ?? null,
    public_endpoint: isPublic,
    open_to_any: isPublic === false ? false : (access?.publicAccessCidrs?.includes('0.0.0.0/0') ?? null),
    nodes: null,
    release_channel: one.upgradePolicy?.supportType ?? null,
    support_ends_at: null,
    created_at: toTime(one.createdAt),
  }
}

type Issue = Readonly<{ code?: string | undefined; message?: string | undefined }>

// What EKS says is wrong with a thing.
export function toIssues(issues: readonly Issue[] | undefined) {
  return (issues ?? []).map((one) => ({ code: one.code ?? 'unknown', message: one.message ?? null }))
}
