import { cloudNetworksGet } from '@vedette/proto/operations'
import { readGateways, readNetworks, readSubnets } from '../network.ts'
import { askPart, pickOne, serveFind } from '../reading.ts'

// One network by id or name, with subnets and NAT gateways.
export const serveCloudNetworksGet = serveFind(cloudNetworksGet, {
  field: 'id',
  async find(site, input) {
    const one = pickOne(await readNetworks(site), input.id, 'id', ({ id, name }) => [id, name])
    if (one === undefined) return undefined
    const subnets = await readSubnets(site, one.id)
    const gateways = await askPart(site, () => readGateways(site, one.id))
    const { value } = gateways
    const cut =
      value === undefined || value.stop === 'end'
        ? []
        : [
            {
              scope: site.scope,
              state: 'truncated' as const,
              cap: 'by_source' as const,
              at_least: value.items.length,
            },
          ]
    return {
      value: {
        network: {
          id: one.id,
          name: one.name ?? null,
          account: site.account,
          region: site.region,
          tags: null,
          cidrs: subnets.items.map((each) => each.cidr_block),
          default: one.is_default ?? null,
          state: one.status ?? null,
          subnets: subnets.items.length,
        },
        subnets: subnets.items.map((each) => ({
          id: each.id,
          cidr: each.cidr_block,
          zone: each.zone ?? null,
          public: null,
        })),
        gateways:
          value?.items.map((each) => ({ id: each.id, kind: 'nat', state: each.status ?? null })) ?? null,
        endpoints: null,
        peerings: null,
        dns_resolution: null,
        private_zones: null,
        flow_logs: null,
        flow_log_targets: null,
      },
      notes: [...gateways.notes, ...cut],
    }
  },
})
