import { cloudDnsZonesList } from '@vedette/proto/operations'
import { readZones } from '../dns.ts'
import { mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds, placeOf } from '../values.ts'

// Hosted zones. Networks, name servers and signing need a call for each and are not read here.
export const serveDnsZonesList = serveList(cloudDnsZonesList, {
  where: 'global',
  async read(reader, input) {
    return mapPaged(await readZones(reader), (all) =>
      all
        .filter((one) => holds(one.Name, input.match))
        .map((one) => ({
          id: (one.Id ?? '').replace('/hostedzone/', ''),
          name: one.Config?.Comment === undefined || one.Config.Comment === '' ? null : one.Config.Comment,
          ...placeOf(reader),
          tags: null,
          domain: (one.Name ?? '').replace(/\.$/, ''),
          public: one.Config?.PrivateZone === undefined ? null : !one.Config.PrivateZone,
          networks: null,
          name_servers: null,
          records: one.ResourceRecordSetCount ?? null,
          signed: null,
        })),
    )
  },
  keyOf: (row) => [row.domain, row.id],
  toValue: ({ rows, total }) => ({ zones: [...rows], total }),
})
