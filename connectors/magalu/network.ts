import { checkSegment } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import { readList } from './lists.ts'
import type { Site } from './reading.ts'
import { flag, number, text, texts } from './values.ts'

const needs = 'network.read'
const owned = z.looseObject({ id: z.string(), tenant_id: text, name: text })

const network = owned.extend({ status: text, subnets: texts, is_default: flag, created_at: text })
export type Network = z.output<typeof network>
const subnet = z.looseObject({
  id: z.string(),
  vpc_id: text,
  name: text,
  cidr_block: z.string(),
  ip_version: text,
  zone: text,
})
export type Subnet = z.output<typeof subnet>
const address = z.looseObject({ ip_address: text, subnet_id: text })
const port = z.looseObject({
  id: z.string(),
  name: text,
  description: text,
  vpc_id: text,
  security_groups: texts,
  public_ip: z.array(z.looseObject({ public_ip: text })).nullish(),
  ip_address: z.array(address).nullish(),
  network: z.looseObject({ zone: text, availability_zone: text }).nullish(),
})
export type Port = z.output<typeof port>
const rule = z.looseObject({
  id: text,
  direction: text,
  protocol: text,
  port_range_min: number,
  port_range_max: number,
  remote_ip_prefix: text,
  ethertype: text,
  description: text,
})
export type Rule = z.output<typeof rule>
const group = owned.extend({ vpc_id: text, description: text, status: text, ports: texts })
export type Group = z.output<typeof group>
const detail = group.extend({ rules: z.array(rule) })
const publicIp = owned.extend({
  vpc_id: text,
  public_ip: text,
  port_id: text,
  status: text,
  created_at: text,
})
const gateway = z.looseObject({
  id: z.string(),
  name: text,
  vpc_id: text,
  zone: text,
  nat_gateway_ip: text,
  status: text,
  created_at: text,
})

// Throws `scope_mismatch` for a row of another tenant than the proved one.
function checkOwner<T extends Readonly<{ tenant_id?: string | null | undefined }>>(
  site: Site,
  rows: readonly T[],
): void {
  if (rows.some(({ tenant_id }) => tenant_id != null && tenant_id !== site.account))
    throw new SourceError('unusable', { why: 'scope_mismatch' })
}

// Every network of a site.
export async function readNetworks(site: Site) {
  const paged = await readList(site.client, {
    ...site,
    path: ['network', 'v0', 'vpcs'],
    name: 'vpcs',
    row: network,
    needs,
  })
  checkOwner(site, paged.items)
  return paged
}

// Subnets of one network.
export function readSubnets(site: Site, vpc: string) {
  const path = ['network', 'v0', 'vpcs', checkSegment('name', vpc, 'network'), 'subnets']
  return readList(site.client, { ...site, path, name: 'subnets', row: subnet, needs })
}

// Every port, which is an interface, of a site.
export function readPorts(site: Site) {
  return readList(site.client, { ...site, path: ['network', 'v0', 'ports'], row: port, needs })
}

// Every security group of a site, without rules.
export async function readGroups(site: Site) {
  const path = ['network', 'v0', 'security_groups']
  const paged = await readList(site.client, { ...site, path, name: 'security_groups', row: group, needs })
  checkOwner(site, paged.items)
  return paged
}

// One security group with its rules. Which way a rule opens must be known before any can be shown as true.
export async function readGroup(site: Site, id: string) {
  const path = ['network', 'v0', 'security_groups', checkSegment('name', id, 'group')]
  const told = await site.client.ask({ ...site, path, schema: detail, needs })
  if (told.rules.some(({ direction }) => direction !== 'ingress' && direction !== 'egress'))
    throw new SourceError('unusable', { why: 'unknown_state' })
  return told
}

// Every public address of a site.
export async function readPublicIps(site: Site) {
  const path = ['network', 'v0', 'public_ips']
  const paged = await readList(site.client, { ...site, path, name: 'public_ips', row: publicIp, needs })
  checkOwner(site, paged.items)
  return paged
}

// NAT gateways of one network.
export function readGateways(site: Site, vpc: string) {
  const path = ['network', 'v1', 'nat_gateways']
  return readList(site.client, {
    ...site,
    path,
    query: { vpc_id: vpc },
    name: 'result',
    row: gateway,
    needs,
    paging: 'number',
  })
}

// Whether a rule lets in whoever comes: one without a source does, and so does any range of nothing but hosts.
export function isOpen(one: Rule): boolean {
  return one.direction === 'ingress' && /\/0+$/.test(toPeer(one))
}

// Where a rule's peers are; one without a prefix takes any address of its family.
export function toPeer(one: Rule): string {
  return one.remote_ip_prefix || (/6/.test(one.ethertype ?? '') ? '::/0' : '0.0.0.0/0')
}
