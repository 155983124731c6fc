import { z } from 'zod'
import { type Collected, collect } from './answers.ts'
import type { Reader } from './client.ts'
import { labels, maybeText, number, texts } from './values.ts'

const zone = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  name: z.string(),
  dnsName: z.string(),
  visibility: maybeText,
  nameServers: texts,
  labels,
  privateVisibilityConfig: z
    .object({ networks: z.array(z.object({ networkUrl: maybeText })).default([]) })
    .optional(),
  dnssecConfig: z.object({ state: maybeText }).optional(),
})
const record = z.object({
  name: z.string(),
  type: z.string(),
  ttl: number.optional(),
  rrdatas: texts,
  routingPolicy: z.record(z.string(), z.unknown()).optional(),
})

// Every managed zone of the project.
export function readZones(reader: Reader): Promise<Collected<z.output<typeof zone>>> {
  return collect(reader, {
    service: 'dns',
    path: ['projects', reader.project.id, 'managedZones'],
    field: 'managedZones',
    kind: 'dns#managedZonesListResponse',
    row: zone,
    needs: 'dns.managedZones.list',
  })
}

// Every record set of a zone.
export function readRecords(reader: Reader, zoneName: string): Promise<Collected<z.output<typeof record>>> {
  return collect(reader, {
    service: 'dns',
    path: ['projects', reader.project.id, 'managedZones', zoneName, 'rrsets'],
    field: 'rrsets',
    kind: 'dns#resourceRecordSetsListResponse',
    row: record,
    needs: 'dns.resourceRecordSets.list',
  })
}
