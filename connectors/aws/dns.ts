import type { Reader } from './connect.ts'
import { collect } from './pages.ts'
import { need } from './values.ts'

// Hosted zones of the account, to their end.
export function readZones(reader: Reader) {
  return collect(async (Marker) => {
    const said = await reader.call('route53', 'listHostedZones', {
      MaxItems: 100,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.HostedZones, next: said.IsTruncated === true ? need(said.NextMarker) : undefined }
  })
}

// Records of one zone, to their end. The place to read on is a name, a type and a set.
export function readRecords(reader: Reader, HostedZoneId: string) {
  return collect(async (token) => {
    const start: unknown = token === undefined ? {} : JSON.parse(token)
    const said = await reader.call('route53', 'listResourceRecordSets', {
      HostedZoneId,
      MaxItems: 300,
      ...(start as object),
    })
    const next = {
      StartRecordName: said.NextRecordName,
      StartRecordType: said.NextRecordType,
      StartRecordIdentifier: said.NextRecordIdentifier,
    }
    return {
      items: said.ResourceRecordSets,
      next: said.IsTruncated === true ? JSON.stringify(next) : undefined,
    }
  })
}
