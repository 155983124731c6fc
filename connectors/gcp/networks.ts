import { z } from 'zod'
import { aggregate, type Collected, collect } from './answers.ts'
import type { Reader } from './client.ts'
import { maybeFlag, maybeNumber, maybeText, texts } from './values.ts'

const peering = z.object({
  name: z.string(),
  network: maybeText,
  state: maybeText,
  stateDetails: maybeText,
})

// A VPC network with its peerings.
export const network = z.object({
  id: z.string(),
  name: z.string(),
  description: maybeText,
  IPv4Range: maybeText,
  autoCreateSubnetworks: maybeFlag,
  subnetworks: texts,
  peerings: z.array(peering).default([]),
})

// A subnet of one region.
export const subnet = z.object({
  id: z.string(),
  name: z.string(),
  network: z.string(),
  region: z.string(),
  ipCidrRange: maybeText,
  ipv6CidrRange: maybeText,
  privateIpGoogleAccess: maybeFlag,
  enableFlowLogs: maybeFlag,
  logConfig: z.object({ enable: maybeFlag }).optional(),
  purpose: maybeText,
})

const firewallEntry = z.object({ IPProtocol: z.string(), ports: z.array(z.string()).optional() })

// A firewall rule of a VPC.
export const firewall = z.object({
  id: z.string(),
  name: z.string(),
  description: maybeText,
  network: z.string(),
  direction: maybeText,
  disabled: maybeFlag,
  priority: maybeNumber,
  sourceRanges: texts,
  destinationRanges: texts,
  sourceTags: texts,
  targetTags: texts,
  sourceServiceAccounts: texts,
  targetServiceAccounts: texts,
  allowed: z.array(firewallEntry).default([]),
  denied: z.array(firewallEntry).default([]),
})
export type Firewall = z.output<typeof firewall>

// A Cloud Router with its NAT configurations.
export const router = z.object({
  id: z.string(),
  name: z.string(),
  network: maybeText,
  region: maybeText,
  creationTimestamp: maybeText,
  nats: z
    .array(
      z.object({
        name: z.string(),
        natIps: texts,
        natIpAllocateOption: maybeText,
        sourceSubnetworkIpRangesToNat: maybeText,
        subnetworks: z.array(z.object({ name: z.string() })).default([]),
      }),
    )
    .default([]),
})

// Every VPC network of the project.
export function readNetworks(reader: Reader): Promise<Collected<z.output<typeof network>>> {
  return readGlobal(reader, { resource: 'networks', kind: 'compute#networkList', row: network })
}

// Every subnet, in all regions.
export function readSubnets(reader: Reader): Promise<Collected<z.output<typeof subnet>>> {
  const needs = 'compute.subnetworks.list'
  return aggregate(reader, { resource: 'subnetworks', field: 'subnetworks', row: subnet, needs })
}

// A list of global compute resources.
export function readGlobal<S extends z.ZodType>(
  reader: Reader,
  { resource, kind, row }: Readonly<{ resource: string; kind: string; row: S }>,
): Promise<Collected<z.output<S>>> {
  return collect(reader, {
    service: 'compute',
    path: ['projects', reader.project.id, 'global', resource],
    field: 'items',
    kind,
    row,
    size: ['maxResults', 500],
    needs: `compute.${resource}.list`,
  })
}

// One entry of a packet filter.
export type FilterRule = Readonly<{
  id: string | null
  direction: 'ingress' | 'egress'
  action: 'allow' | 'deny'
  protocol: string
  ports: { from: number; to: number }[] | null
  peers: string[]
  priority: number | null
  description: string | null
}>

// What one firewall rule allows or denies, an entry a row. A rule that is switched off gives none.
export function toRules(one: Firewall): readonly FilterRule[] {
  if (one.disabled === true) return []
  const direction = one.direction === 'EGRESS' ? ('egress' as const) : ('ingress' as const)
  const ranges = direction === 'egress' ? one.destinationRanges : one.sourceRanges
  const peers = [
    ...ranges,
    ...(direction === 'ingress' ? [...one.sourceTags, ...one.sourceServiceAccounts] : []),
  ]
  // Without any peer a rule is about every address.
  const told = peers.length === 0 ? ['0.0.0.0/0', '::/0'] : peers
  const toRule = (entry: z.output<typeof firewallEntry>, action: 'allow' | 'deny'): FilterRule => ({
    id: one.name,
    direction,
    action,
    protocol: entry.IPProtocol,
    ports: entry.ports === undefined || entry.ports.length === 0 ? null : entry.ports.map(toRange),
    peers: told,
    priority: one.priority,
    description: one.description,
  })
  return [
    ...one.allowed.map((entry) => toRule(entry, 'allow')),
    ...one.denied.map((entry) => toRule(entry, 'deny')),
  ]
}

// `80` or `8000-9000` as numbers.
export function toRange(text: string): { from: number; to: number } {
  const [from = '', to = from] = text.split('-')
  return { from: Number(from), to: Number(to) }
}
