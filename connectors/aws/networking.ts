import type { Reader } from './connect.ts'
import type { NetworkInterface, RouteTable, SecurityGroup, Subnet, Vpc } from './ec2.ts'
import { nameOf, need, placeOf, texts, toTags } from './values.ts'

// Whether a route table sends the internet's addresses to an internet gateway.
export function isPublicTable(table: RouteTable): boolean {
  return need(table.Routes).some(
    (route) =>
      (route.DestinationCidrBlock === '0.0.0.0/0' || route.DestinationIpv6CidrBlock === '::/0') &&
      route.GatewayId?.startsWith('igw-') === true,
  )
}

// The table that rules a subnet: its own, or else the main one of its network.
export function tableOf(subnet: Subnet, tables: readonly RouteTable[]): RouteTable | undefined {
  const own = tables.find((table) => need(table.Associations).some((it) => it.SubnetId === subnet.SubnetId))
  return (
    own ??
    tables.find(
      (table) => table.VpcId === subnet.VpcId && need(table.Associations).some((it) => it.Main === true),
    )
  )
}

// Whether a subnet is public; null when no table that rules it was read.
export function isPublicSubnet(subnet: Subnet, tables: readonly RouteTable[] | null): boolean | null {
  const table = tables === null ? undefined : tableOf(subnet, tables)
  return table === undefined ? null : isPublicTable(table)
}

// One network as the catalogue says it.
export function toNetworkRow(reader: Reader, vpc: Vpc, subnets: readonly Subnet[] | null) {
  const tags = toTags(vpc.Tags)
  const cidrs = texts([
    vpc.CidrBlock,
    ...(vpc.CidrBlockAssociationSet ?? []).map((it) => it.CidrBlock),
    ...(vpc.Ipv6CidrBlockAssociationSet ?? []).map((it) => it.Ipv6CidrBlock),
  ])
  return {
    id: vpc.VpcId ?? '',
    name: nameOf(tags),
    ...placeOf(reader),
    tags,
    cidrs: [...new Set(cidrs)],
    default: vpc.IsDefault ?? null,
    state: vpc.State ?? null,
    subnets: subnets === null ? null : subnets.filter((one) => one.VpcId === vpc.VpcId).length,
  }
}

type Permission = NonNullable<SecurityGroup['IpPermissions']>[number]

// What EC2 calls -1 is every protocol.
export function toProtocol(protocol: string | undefined): string {
  return protocol === undefined || protocol === '-1' ? 'all' : protocol
}

// Ports of a permission; null for all of them, as for protocols that have none.
export function toPorts(
  from: number | undefined,
  to: number | undefined,
): { from: number; to: number }[] | null {
  if (from === undefined || to === undefined || from === -1) return null
  return [{ from, to }]
}

// Ingress of a group that any address of the internet may use.
export function openToInternet(group: SecurityGroup) {
  return need(group.IpPermissions).flatMap((one) =>
    rangesOf(one)
      .filter((cidr) => cidr === '0.0.0.0/0' || cidr === '::/0')
      .map((cidr) => {
        const [ports] = toPorts(one.FromPort, one.ToPort) ?? []
        return {
          protocol: toProtocol(one.IpProtocol),
          from_port: ports?.from ?? null,
          to_port: ports?.to ?? null,
          cidr,
        }
      }),
  )
}

// CIDRs that a permission lets through.
export function rangesOf(one: Permission): string[] {
  return texts([
    ...need(one.IpRanges).map((it) => it.CidrIp),
    ...need(one.Ipv6Ranges).map((it) => it.CidrIpv6),
  ])
}

// Whether a permission takes a port in; protocols without ports take all.
export function takesPort(one: Permission, port: number): boolean {
  const [ports] = toPorts(one.FromPort, one.ToPort) ?? [{ from: 0, to: 65_535 }]
  return ports !== undefined && ports.from <= port && port <= ports.to
}

// What an interface belongs to, as far as EC2 tells.
export function toAttachment(one: NetworkInterface): Readonly<{ to: string | null; kind: string }> {
  const instance = one.Attachment?.InstanceId
  if (instance !== undefined && instance !== '') return { to: instance, kind: 'instance' }
  const description = one.Description ?? ''
  const kind = KINDS[one.InterfaceType ?? ''] ?? fromDescription(description)
  const to = /^ELB (?:app|net)\/([\w-]+)\//.exec(description)?.[1] ?? null
  return { to: to ?? (description === '' ? null : description), kind }
}

const KINDS: Readonly<Record<string, string>> = Object.freeze({
  nat_gateway: 'nat',
  natGateway: 'nat',
  lambda: 'function',
  network_load_balancer: 'load_balancer',
  gateway_load_balancer: 'load_balancer',
  load_balancer: 'load_balancer',
  vpc_endpoint: 'endpoint',
  gateway_load_balancer_endpoint: 'endpoint',
})

function fromDescription(description: string): string {
  if (description.startsWith('ELB ')) return 'load_balancer'
  if (description.startsWith('RDSNetworkInterface')) return 'database'
  if (description.startsWith('AWS Lambda VPC')) return 'function'
  if (description.startsWith('Interface for NAT Gateway')) return 'nat'
  if (description.startsWith('VPC Endpoint Interface')) return 'endpoint'
  if (/^aws-K8S-|^Amazon EKS /.test(description)) return 'pod'
  return 'other'
}
