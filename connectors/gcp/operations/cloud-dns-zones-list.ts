import { cloudDnsZonesList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { readZones } from '../dns.ts'
import { serveList } from '../reading.ts'
import { holds, lastOf, placeOf, tail } from '../values.ts'

// Managed zones of Cloud DNS.
export const serveDnsZonesList = serveList(cloudDnsZonesList, {
  async read(reader, { match }) {
    return mapRows(await readZones(reader), (all) =>
      all
        .filter((one) => holds(one.name, match) || holds(one.dnsName, match))
        .map((one) => ({
          id: one.id,
          name: one.name,
          ...placeOf(reader, null),
          tags: one.labels,
          domain: one.dnsName,
          public: one.visibility === null ? null : one.visibility === 'public',
          networks:
            one.privateVisibilityConfig?.networks.flatMap((it) => tail(it.networkUrl) ?? []).map(lastOf) ??
            null,
          name_servers: one.nameServers,
          records: null,
          signed: one.dnssecConfig === undefined ? null : one.dnssecConfig.state === 'on',
        })),
    )
  },
  keyOf: (row) => [row.domain, row.id],
  toValue: ({ rows, total }) => ({ zones: [...rows], total }),
})
