import type {
  cloudBucketsList,
  cloudDatabasesList,
  cloudLoadBalancersList,
  cloudPublicIpsList,
  cloudSecurityGroupsList,
  k8sIngressesList,
  k8sServicesList,
} from '@vedette/proto/operations'
import type { z } from 'zod'
import { itemsOf, placeOf, type Read } from '../read.ts'

// From best to worst: unreachable; not known; reachable; reachable where it should never be.
export const SCALE = ['nothing_exposed', 'unknown_reach', 'exposed', 'exposed_sensitive'] as const
export type Reach = (typeof SCALE)[number]

// Something that the internet can reach, or may reach as far as its source says.
export type Exposed = Readonly<{
  kind: 'load_balancer' | 'public_ip' | 'security_group' | 'service' | 'ingress' | 'database' | 'bucket'
  what: string
  where: string
  address: string | null
  ports: string | null
  // Who may reach it, where that is told.
  from: string | null
  grade: Reach
  why: string
  e: () => string
}>

type Of<O extends Readonly<{ output: z.ZodObject }>> = Read<z.output<O['output']>>

// Ports on which no stranger should find anything: remote access, databases, caches, orchestration.
const SENSITIVE: readonly number[] = Object.freeze([
  22, 23, 135, 445, 1433, 1521, 2375, 2376, 2379, 3306, 3389, 5432, 5601, 5984, 6379, 6443, 9042, 9200, 9300,
  10250, 11211, 15672, 27017,
])
const ANYWHERE: readonly string[] = Object.freeze(['0.0.0.0/0', '::/0'])

// Load balancers that face the internet, and those of which it is not told.
export function exposedBalancers(read: Of<typeof cloudLoadBalancersList>): readonly Exposed[] {
  return itemsOf(read, (value) => value.load_balancers)
    .filter(({ item }) => item.exposure !== 'internal')
    .map(({ item, view }) => ({
      kind: 'load_balancer' as const,
      what: item.name ?? item.id,
      where: [item.account, item.region].filter((part) => part !== null).join('/'),
      address: item.dns_names[0] ?? item.addresses[0] ?? null,
      ports: item.listeners?.map((one) => `${one.protocol}:${one.port ?? 'any'}`).join(' ') ?? null,
      from: null,
      grade: item.exposure === 'internet' ? ('exposed' as const) : ('unknown_reach' as const),
      why: item.exposure === 'internet' ? 'faces the internet' : 'its reach is not told',
      e: view.cite,
    }))
}

// Public addresses that are attached to something, or may be.
export function exposedAddresses(read: Of<typeof cloudPublicIpsList>): readonly Exposed[] {
  return itemsOf(read, (value) => value.addresses)
    .filter(({ item }) => item.attached !== false)
    .map(({ item, view }) => ({
      kind: 'public_ip' as const,
      what: item.attached_to ?? item.id,
      where: [item.account, item.region].filter((part) => part !== null).join('/'),
      address: item.address,
      ports: null,
      from: null,
      grade: item.attached === true ? ('exposed' as const) : ('unknown_reach' as const),
      why:
        item.attached === true
          ? `attached to a ${item.attached_kind ?? 'resource'}`
          : 'whether it is attached is not told',
      e: view.cite,
    }))
}

// Security groups that let the internet in and are in use, or may be.
export function exposedGroups(read: Of<typeof cloudSecurityGroupsList>): readonly Exposed[] {
  return itemsOf(read, (value) => value.groups)
    .filter(({ item }) => item.open_to_internet.length > 0 && item.attached !== 0)
    .map(({ item, view }) => {
      const isSensitive = item.open_to_internet.some(isSensitiveRange)
      return {
        kind: 'security_group' as const,
        what: item.name ?? item.id,
        where: [item.account, item.region].filter((part) => part !== null).join('/'),
        address: null,
        ports: item.open_to_internet
          .slice(0, 6)
          .map((one) => `${one.protocol}:${one.from_port ?? 'any'}-${one.to_port ?? 'any'}`)
          .join(' '),
        from: [...new Set(item.open_to_internet.map((one) => one.cidr))].slice(0, 3).join(' '),
        grade: item.attached === null ? 'unknown_reach' : isSensitive ? 'exposed_sensitive' : 'exposed',
        why: isSensitive ? 'lets anybody reach a port of databases or remote access' : 'lets anybody in',
        e: view.cite,
      }
    })
}

// Services of clusters that ask for an address outside.
export function exposedServices(read: Of<typeof k8sServicesList>): readonly Exposed[] {
  return itemsOf(read, (value) => value.services)
    .filter(({ item }) => item.exposed && item.internal !== true && item.type !== 'NodePort')
    .map(({ item, view }) => {
      const isRestricted =
        item.source_ranges.length > 0 && !item.source_ranges.some((range) => ANYWHERE.includes(range))
      return {
        kind: 'service' as const,
        what: `${item.namespace}/${item.name}`,
        where: placeOf(view),
        address: item.external[0] ?? null,
        ports: item.ports.slice(0, 6).join(' '),
        from: item.source_ranges.length === 0 ? 'any source' : item.source_ranges.slice(0, 3).join(' '),
        grade: item.internal === null || isRestricted ? 'unknown_reach' : 'exposed',
        why: isRestricted ? 'open to the ranges shown' : 'asks for an external load balancer',
        e: view.cite,
      }
    })
}

// Ingresses that are not asked to be internal.
export function exposedIngresses(read: Of<typeof k8sIngressesList>): readonly Exposed[] {
  return itemsOf(read, (value) => value.ingresses)
    .filter(({ item }) => item.internal !== true)
    .map(({ item, view }) => ({
      kind: 'ingress' as const,
      what: `${item.namespace}/${item.name}`,
      where: placeOf(view),
      address: item.hosts.slice(0, 3).join(' ') || (item.addresses[0] ?? null),
      ports: item.tls.length > 0 ? 'https' : 'http',
      from: null,
      grade: item.internal === false ? ('exposed' as const) : ('unknown_reach' as const),
      why: item.internal === false ? 'served to the outside' : 'nothing says that it is internal',
      e: view.cite,
    }))
}

// Managed databases with a public address.
export function exposedDatabases(read: Of<typeof cloudDatabasesList>): readonly Exposed[] {
  return itemsOf(read, (value) => value.databases)
    .filter(({ item }) => item.public_address !== false)
    .map(({ item, view }) => ({
      kind: 'database' as const,
      what: item.name ?? item.id,
      where: [item.account, item.region].filter((part) => part !== null).join('/'),
      address: item.endpoint,
      ports: item.port === null ? null : String(item.port),
      from: null,
      grade: item.public_address === true ? ('exposed_sensitive' as const) : ('unknown_reach' as const),
      why: item.public_address === true ? 'a database with a public address' : 'its reach is not told',
      e: view.cite,
    }))
}

// Buckets that the public may read, and those of which it is not told.
export function exposedBuckets(read: Of<typeof cloudBucketsList>): readonly Exposed[] {
  return itemsOf(read, (value) => value.buckets)
    .filter(({ item }) => item.public !== false)
    .map(({ item, view }) => ({
      kind: 'bucket' as const,
      what: item.name ?? item.id,
      where: [item.account, item.region].filter((part) => part !== null).join('/'),
      address: null,
      ports: null,
      from: item.public_because?.slice(0, 2).join('; ') ?? null,
      grade: item.public === true ? ('exposed_sensitive' as const) : ('unknown_reach' as const),
      why: item.public === true ? 'the public may read it' : 'whether it is public is not told',
      e: view.cite,
    }))
}

type Range = Readonly<{ from_port: number | null; to_port: number | null }>

// A range without ends is every port.
function isSensitiveRange({ from_port, to_port }: Range): boolean {
  return SENSITIVE.some((port) => port >= (from_port ?? 0) && port <= (to_port ?? 65_535))
}
