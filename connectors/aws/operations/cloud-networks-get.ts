import { together } from '@vedette/connectors/kit'
import { cloudNetworksGet } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { by, readFlowLogs, readRouteTables, readSubnets, readVpcs, type Vpc } from '../ec2.ts'
import { orAbsent } from '../errors.ts'
import { isPublicSubnet, toNetworkRow } from '../networking.ts'
import { createNotes, type Notes } from '../pages.ts'
import { pickOne, serveFind } from '../reading.ts'
import { need, texts } from '../values.ts'

// One VPC by id or by its Name tag, with what hangs on it.
export const serveNetworksGet = serveFind(cloudNetworksGet, {
  field: 'id',
  async find(reader, { id }) {
    const filters = id.startsWith('vpc-') ? by('vpc-id', id) : by('tag:Name', id)
    const found = await orAbsent(readVpcs(reader, filters), undefined)
    const vpc = pickOne(found?.items ?? [], { field: 'id', idOf: (one) => one.VpcId })
    if (vpc === undefined) return undefined
    const notes = createNotes(reader)
    return { value: await describe(reader, vpc, notes), notes: notes.parts() }
  },
})

async function describe(reader: Reader, vpc: Vpc, notes: Notes) {
  const own = by('vpc-id', vpc.VpcId)
  const { seek } = notes
  const [subnets, tables, gateways, endpoints, peerings, logs, hostnames] = await together([
    seek(readSubnets(reader, own)),
    seek(readRouteTables(reader, own)),
    seek(readGateways(reader, vpc.VpcId ?? '')),
    seek(readEndpoints(reader, vpc.VpcId ?? '')),
    seek(readPeerings(reader, vpc.VpcId ?? '')),
    seek(readFlowLogs(reader)),
    seek(reader.call('ec2', 'describeVpcAttribute', { VpcId: vpc.VpcId, Attribute: 'enableDnsSupport' })),
  ])
  const flow = logs?.stop === 'end' ? logs.items.filter((one) => one.ResourceId === vpc.VpcId) : null
  return {
    network: toNetworkRow(reader, vpc, subnets?.items ?? null),
    subnets: (subnets?.items ?? []).map((one) => ({
      id: one.SubnetId ?? '',
      cidr: one.CidrBlock ?? null,
      zone: one.AvailabilityZone ?? null,
      public: isPublicSubnet(one, tables?.items ?? null),
    })),
    gateways,
    endpoints,
    peerings,
    dns_resolution: hostnames?.EnableDnsSupport?.Value ?? null,
    private_zones: null,
    flow_logs: flow === null ? null : flow.length > 0,
    flow_log_targets: flow === null ? null : texts(flow.map((one) => one.LogDestination ?? one.LogGroupName)),
  }
}

async function readGateways(reader: Reader, vpc: string) {
  const [internet, nat] = await together([
    reader.call('ec2', 'describeInternetGateways', {
      Filters: [{ Name: 'attachment.vpc-id', Values: [vpc] }],
    }),
    reader.call('ec2', 'describeNatGateways', { Filter: [{ Name: 'vpc-id', Values: [vpc] }] }),
  ])
  return [
    ...need(internet.InternetGateways).map((one) => ({
      id: one.InternetGatewayId ?? '',
      kind: 'internet',
      state: one.Attachments?.[0]?.State ?? null,
    })),
    ...need(nat.NatGateways).map((one) => ({
      id: one.NatGatewayId ?? '',
      kind: 'nat',
      state: one.State ?? null,
    })),
  ]
}

async function readEndpoints(reader: Reader, vpc: string) {
  const said = await reader.call('ec2', 'describeVpcEndpoints', {
    Filters: [{ Name: 'vpc-id', Values: [vpc] }],
  })
  return need(said.VpcEndpoints).map((one) => ({
    id: one.VpcEndpointId ?? '',
    service: one.ServiceName ?? 'unknown',
    kind: one.VpcEndpointType ?? null,
    state: one.State ?? null,
  }))
}

async function readPeerings(reader: Reader, vpc: string): Promise<string[]> {
  const said = await reader.call('ec2', 'describeVpcPeeringConnections', {})
  return texts(
    need(said.VpcPeeringConnections)
      .filter((one) => one.AccepterVpcInfo?.VpcId === vpc || one.RequesterVpcInfo?.VpcId === vpc)
      .map((one) => one.VpcPeeringConnectionId),
  )
}
