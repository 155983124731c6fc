import { cloudNatGatewaysList } from '@vedette/proto/operations'
import { by } from '../ec2.ts'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { nameOf, placeOf, texts, toTags, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  available: 'available',
  pending: 'pending',
  failed: 'failed',
  deleting: 'deleting',
  deleted: 'deleted',
} as const)

// NAT gateways of every region; port errors and connections are metrics, read by metrics_query_range.
export const serveNatGatewaysList = serveList(cloudNatGatewaysList, {
  async read(reader, input) {
    const Filter = [...by('vpc-id', input.network)]
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('ec2', 'describeNatGateways', {
        MaxResults: 1000,
        ...(Filter.length === 0 ? {} : { Filter }),
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.NatGateways, next: said.NextToken }
    })
    return mapPaged(paged, (all) =>
      all.map((one) => {
        const tags = toTags(one.Tags)
        return {
          id: one.NatGatewayId ?? '',
          name: nameOf(tags),
          ...placeOf(reader),
          tags,
          network: one.VpcId ?? null,
          subnets: texts([one.SubnetId]),
          addresses: texts((one.NatGatewayAddresses ?? []).map((it) => it.PublicIp ?? it.PrivateIp)),
          state: toWord(STATES, one.State),
          failure: one.FailureMessage ?? null,
          port_errors_1h: null,
          connections: null,
          created_at: toTime(one.CreateTime),
        }
      }),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ gateways: [...rows], total }),
})
