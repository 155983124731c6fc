import { ArgumentError } from '@vedette/proto/connector'
import { cloudDnsRecordsList } from '@vedette/proto/operations'
import { mapRows, wholeRows } from '../answers.ts'
import { readRecords, readZones } from '../dns.ts'
import { notFound, serveList } from '../reading.ts'

const TYPES: readonly string[] = ['a', 'aaaa', 'cname', 'mx', 'txt', 'ns', 'srv', 'soa', 'caa', 'ptr']

// Record sets of one zone, which is looked up by its name, id or domain first.
export const serveDnsRecordsList = serveList(cloudDnsRecordsList, {
  async read(reader, { zone, name, type }) {
    const zones = wholeRows(await readZones(reader)).filter((one) =>
      [one.id, one.name, one.dnsName, one.dnsName.replace(/\.$/, '')].includes(zone),
    )
    const [only, ...others] = zones
    if (only === undefined) throw notFound('zone', reader)
    if (others.length > 0)
      throw new ArgumentError({
        field: 'zone',
        message: `${zones.length} zones have this domain: ${zones.map((one) => one.name).join(', ')}`,
        fix: 'give one of these names as zone',
      })
    const isType = (said: string) => {
      const word = said.toLowerCase()
      return type === undefined || (type === 'other' ? !TYPES.includes(word) : word === type)
    }
    return mapRows(await readRecords(reader, only.name), (all) =>
      all
        .filter((one) => isType(one.type) && (name === undefined || bare(one.name) === bare(name)))
        .map((one) => ({
          name: one.name,
          type: one.type,
          values: one.rrdatas,
          alias: null,
          ttl_s: one.ttl ?? null,
          policy: Object.keys(one.routingPolicy ?? {}).find((key) => key !== 'kind') ?? null,
          health_check: null,
        })),
    )
  },
  keyOf: (row) => [row.name, row.type],
  toValue: ({ rows, total }, { zone }) => ({ zone, records: [...rows], total }),
})

function bare(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
