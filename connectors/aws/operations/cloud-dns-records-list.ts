import { type RowKey, sliceByKey } from '@vedette/connectors/kit'
import { cloudDnsRecordsList } from '@vedette/proto/operations'
import { readRecords, readZones } from '../dns.ts'
import { orAbsent } from '../errors.ts'
import { wholeList } from '../pages.ts'
import { pageOf, pickOne, serveFind } from '../reading.ts'
import { texts } from '../values.ts'

const TYPES: ReadonlySet<string> = new Set([
  'a',
  'aaaa',
  'cname',
  'mx',
  'txt',
  'ns',
  'srv',
  'soa',
  'caa',
  'ptr',
])

// Records of one hosted zone, by its id or domain.
export const serveDnsRecordsList = serveFind(cloudDnsRecordsList, {
  where: 'global',
  field: 'zone',
  async find(reader, input) {
    const zones = await readZones(reader)
    if (zones.stop === 'failed') throw zones.error
    const named = zones.items.filter(
      (one) => one.Id === `/hostedzone/${input.zone}` || bare(one.Name) === bare(input.zone),
    )
    const zone = pickOne(named, { field: 'zone', idOf: (one) => one.Id?.replace('/hostedzone/', '') })
    if (zone === undefined) return undefined
    const paged = await orAbsent(readRecords(reader, zone.Id ?? ''), wholeList([]))
    if (paged.stop === 'failed') throw paged.error
    const wanted = paged.items.filter(
      (one) =>
        (input.name === undefined || bare(one.Name) === bare(input.name)) && isType(one.Type, input.type),
    )
    const rows = wanted.map((one) => ({
      name: bare(one.Name),
      type: one.Type ?? 'unknown',
      values: texts((one.ResourceRecords ?? []).map((it) => it.Value)),
      alias: one.AliasTarget?.DNSName ?? null,
      ttl_s: one.TTL ?? null,
      policy: toPolicy(one),
      health_check: one.HealthCheckId ?? null,
    }))
    const slice = sliceByKey(
      rows,
      (row): RowKey => [row.name, row.type, row.policy ?? '', row.values.join()],
      input,
    )
    const cut = paged.stop === 'cap'
    const value = { zone: bare(zone.Name), records: [...slice.rows], total: cut ? null : slice.total }
    const notes = cut
      ? [
          {
            scope: reader.scope,
            state: 'truncated' as const,
            cap: 'rows' as const,
            at_least: paged.items.length,
          },
        ]
      : []
    return { value, items: rows.length, page: pageOf(slice), notes }
  },
})

// Route 53 writes names with a dot at the end and a star as an octal number.
function bare(name: string | undefined): string {
  return (name ?? '').replace(/\.$/, '').replaceAll('\\052', '*').toLowerCase()
}

function isType(type: string | undefined, wanted: string | undefined): boolean {
  const own = (type ?? '').toLowerCase()
  return wanted === undefined || (wanted === 'other' ? !TYPES.has(own) : own === wanted)
}

type Routed = Readonly<{
  Weight?: number | undefined
  Failover?: string | undefined
  Region?: string | undefined
  MultiValueAnswer?: boolean | undefined
  GeoLocation?: object | undefined
}>

function toPolicy(one: Routed): string | null {
  if (one.Weight !== undefined) return `weight ${one.Weight}`
  if (one.Failover !== undefined) return `failover ${one.Failover}`
  if (one.Region !== undefined) return `latency ${one.Region}`
  if (one.GeoLocation !== undefined) return 'geolocation'
  return one.MultiValueAnswer === true ? 'multivalue' : null
}
