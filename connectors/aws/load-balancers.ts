import type { Paged } from '@vedette/connectors/kit'
import { sideBySide } from '@vedette/connectors/kit'
import { chunks } from './chunks.ts'
import type { Output } from './client.ts'
import type { Reader } from './connect.ts'
import { orAbsent } from './errors.ts'
import { collect, mapPaged } from './pages.ts'
import { need, placeOf, type Tags, texts, toTags, toTime } from './values.ts'

export type Balancer = NonNullable<Output<'elbv2', 'describeLoadBalancers'>['LoadBalancers']>[number]
export type Classic = NonNullable<Output<'elb', 'describeLoadBalancers'>['LoadBalancerDescriptions']>[number]
export type Listener = NonNullable<Output<'elbv2', 'describeListeners'>['Listeners']>[number]

const KINDS = Object.freeze({ application: 'application', network: 'network', gateway: 'gateway' } as const)
const TAGS_AT_ONCE = 20

// Application, network and gateway load balancers of a region.
export function readBalancers(reader: Reader): Promise<Paged<Balancer>> {
  return collect(async (Marker) => {
    const said = await reader.call('elbv2', 'describeLoadBalancers', {
      PageSize: 400,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.LoadBalancers, next: said.NextMarker }
  })
}

// Classic load balancers of a region.
export function readClassics(reader: Reader): Promise<Paged<Classic>> {
  return collect(async (Marker) => {
    const said = await reader.call('elb', 'describeLoadBalancers', {
      PageSize: 400,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.LoadBalancerDescriptions, next: said.NextMarker }
  })
}

// The balancers that an ARN, a name or an ARN's tail means.
export async function findBalancers(reader: Reader, id: string): Promise<readonly Balancer[]> {
  const isArn = id.startsWith('arn:')
  if (isArn && id.split(':')[3] !== reader.region) return []
  const ask = isArn ? { LoadBalancerArns: [id] } : { Names: [id] }
  const said = await orAbsent(reader.call('elbv2', 'describeLoadBalancers', ask), undefined)
  return said === undefined ? [] : need(said.LoadBalancers)
}

// Tags of balancers by ARN.
export async function readBalancerTags(
  reader: Reader,
  arns: readonly string[],
): Promise<ReadonlyMap<string, Tags>> {
  const all = await sideBySide(chunks(arns, TAGS_AT_ONCE), 4, async (some) =>
    need((await reader.call('elbv2', 'describeTags', { ResourceArns: [...some] })).TagDescriptions),
  )
  return new Map(all.flat().map((one) => [one.ResourceArn ?? '', toTags(one.Tags)]))
}

// Listeners of one balancer.
export function readListeners(reader: Reader, LoadBalancerArn: string): Promise<Paged<Listener>> {
  return collect(async (Marker) => {
    const said = await reader.call('elbv2', 'describeListeners', {
      LoadBalancerArn,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.Listeners, next: said.NextMarker }
  })
}

// Target groups of one balancer.
export function readTargetGroups(reader: Reader, LoadBalancerArn: string) {
  return collect(async (Marker) => {
    const said = await reader.call('elbv2', 'describeTargetGroups', {
      LoadBalancerArn,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.TargetGroups, next: said.NextMarker }
  })
}

// A balancer as the catalogue says it; tags null when they were not read.
export function toBalancerRow(reader: Reader, one: Balancer, tags: Tags | null) {
  return {
    id: one.LoadBalancerArn ?? '',
    name: one.LoadBalancerName ?? null,
    ...placeOf(reader),
    tags: tags === null ? null : { ...tags },
    kind: one.Type === undefined ? ('unknown' as const) : KINDS[one.Type],
    exposure: toExposure(one.Scheme),
    state: one.State?.Code ?? null,
    dns_names: texts([one.DNSName]),
    addresses: texts(
      (one.AvailabilityZones ?? []).flatMap((it) =>
        (it.LoadBalancerAddresses ?? []).map((at) => at.IpAddress),
      ),
    ),
    network: one.VpcId ?? null,
    created_at: toTime(one.CreatedTime),
  }
}

// A classic balancer in the same words.
export function toClassicRow(reader: Reader, one: Classic) {
  return {
    id: one.LoadBalancerName ?? '',
    name: one.LoadBalancerName ?? null,
    ...placeOf(reader),
    tags: null,
    kind: 'classic' as const,
    exposure: toExposure(one.Scheme),
    state: null,
    dns_names: texts([one.DNSName]),
    addresses: [],
    network: one.VPCId ?? null,
    created_at: toTime(one.CreatedTime),
  }
}

function toExposure(scheme: string | undefined): 'internet' | 'internal' | 'unknown' {
  if (scheme === 'internet-facing') return 'internet'
  return scheme === 'internal' ? 'internal' : 'unknown'
}

// Keeps the paging facts of `paged` under other rows.
export function keepStop<T, R>(paged: Paged<T>, rows: readonly R[]): Paged<R> {
  return mapPaged(paged, () => rows)
}
