import { cloudPeeringsList } from '@vedette/proto/operations'
import { collect, joinPaged, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { nameOf, placeOf, texts, toTags, toWord } from '../values.ts'

const PEERING = Object.freeze({
  active: 'active',
  provisioning: 'pending',
  'initiating-request': 'pending',
  'pending-acceptance': 'pending',
  failed: 'failed',
  rejected: 'inactive',
  expired: 'inactive',
  deleting: 'deleted',
  deleted: 'deleted',
} as const)
const TRANSIT = Object.freeze({
  available: 'active',
  initiating: 'pending',
  initiatingRequest: 'pending',
  pendingAcceptance: 'pending',
  pending: 'pending',
  modifying: 'active',
  failed: 'failed',
  failing: 'failed',
  rejected: 'inactive',
  rejecting: 'inactive',
  rollingBack: 'failed',
  deleting: 'deleted',
  deleted: 'deleted',
} as const)

// VPC peerings, and attachments of networks to transit gateways.
export const servePeeringsList = serveList(cloudPeeringsList, {
  async read(reader, { network }) {
    const peerings = await collect(async (NextToken) => {
      const said = await reader.call('ec2', 'describeVpcPeeringConnections', {
        MaxResults: 1000,
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.VpcPeeringConnections, next: said.NextToken }
    })
    const transits = await collect(async (NextToken) => {
      const said = await reader.call('ec2', 'describeTransitGatewayAttachments', {
        MaxResults: 1000,
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.TransitGatewayAttachments, next: said.NextToken }
    })
    const own = mapPaged(peerings, (all) =>
      all.map((one) => {
        const tags = toTags(one.Tags)
        const { RequesterVpcInfo: from, AccepterVpcInfo: to } = one
        return {
          id: one.VpcPeeringConnectionId ?? '',
          name: nameOf(tags),
          ...placeOf(reader),
          tags,
          kind: 'peering' as const,
          network: from?.VpcId ?? null,
          peer_network: to?.VpcId ?? null,
          peer_account: to?.OwnerId ?? null,
          peer_region: to?.Region ?? null,
          state: toWord(PEERING, one.Status?.Code),
          reason: one.Status?.Message ?? null,
          cidrs: cidrsOf(from),
          peer_cidrs: cidrsOf(to),
          dns_across: from?.PeeringOptions?.AllowDnsResolutionFromRemoteVpc ?? null,
        }
      }),
    )
    const attached = mapPaged(transits, (all) =>
      all.map((one) => {
        const tags = toTags(one.Tags)
        return {
          id: one.TransitGatewayAttachmentId ?? '',
          name: nameOf(tags),
          ...placeOf(reader),
          tags,
          kind: 'transit' as const,
          network: one.ResourceId ?? null,
          peer_network: one.TransitGatewayId ?? null,
          peer_account: one.TransitGatewayOwnerId ?? null,
          peer_region: null,
          state: toWord(TRANSIT, one.State),
          reason: null,
          cidrs: null,
          peer_cidrs: null,
          dns_across: null,
        }
      }),
    )
    return mapPaged(joinPaged(own, attached), (all) =>
      all.filter((row) => network === undefined || row.network === network || row.peer_network === network),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ peerings: [...rows], total }),
})

type Side = Readonly<{
  CidrBlock?: string | undefined
  CidrBlockSet?: readonly { CidrBlock?: string | undefined }[] | undefined
}>

function cidrsOf(side: Side | undefined): string[] | null {
  if (side === undefined) return null
  return [...new Set(texts([side.CidrBlock, ...(side.CidrBlockSet ?? []).map((it) => it.CidrBlock)]))]
}
