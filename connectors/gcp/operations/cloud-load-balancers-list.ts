import { cloudLoadBalancersList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { kindOf, portsOf, reachOf, readRules } from '../forwarding.ts'
import { serveList } from '../reading.ts'
import { hasTag, names, placeOf, regionOf, tail } from '../values.ts'

// Load balancers by their forwarding rules, global and of every region: each rule is one way in.
export const serveLoadBalancersList = serveList(cloudLoadBalancersList, {
  async read(reader, { network, exposure, tag }) {
    return mapRows(await readRules(reader), (all) =>
      all
        .map((one) => ({
          id: one.id,
          name: one.name,
          ...placeOf(reader, regionOf(one.region)),
          tags: one.labels,
          kind: kindOf(one),
          exposure: reachOf(one),
          state: null,
          dns_names: [],
          addresses: one.IPAddress === null ? [] : [one.IPAddress],
          network: tail(one.network),
          zones: null,
          listeners: portsOf(one),
          created_at: one.creationTimestamp,
        }))
        .filter(
          (row) =>
            (network === undefined || names(row.network, network)) &&
            // What is not known to be elsewhere may be there.
            (exposure === undefined || row.exposure === exposure || row.exposure === 'unknown') &&
            hasTag(row.tags, tag),
        ),
    )
  },
  keyOf: (row) => [row.region ?? '', row.name, row.id],
  toValue: ({ rows, total }) => ({ load_balancers: [...rows], total }),
})
