import { cloudCdnsList } from '@vedette/proto/operations'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { need, placeOf, texts, told, toTime } from '../values.ts'

// CloudFront distributions. Tags need a call for each and are not read, so a filter by tag proves nothing.
export const serveCdnsList = serveList(cloudCdnsList, {
  where: 'global',
  async read(reader, input) {
    const paged = await collect(async (Marker) => {
      const said = await reader.call('cloudfront', 'listDistributions', {
        MaxItems: 100,
        ...(Marker === undefined ? {} : { Marker }),
      })
      const list = need(said.DistributionList)
      const items = list.Items ?? (list.Quantity === 0 ? [] : undefined)
      return { items, next: list.IsTruncated === true ? need(list.NextMarker) : undefined }
    })
    const rows = mapPaged(paged, (all) =>
      all
        .map((one) => ({
          id: one.Id ?? '',
          name: told(one.Comment),
          ...placeOf(reader),
          tags: null,
          state: one.Status ?? null,
          enabled: one.Enabled ?? null,
          domains: texts([one.DomainName, ...(one.Aliases?.Items ?? [])]),
          origins: texts((one.Origins?.Items ?? []).map((it) => it.DomainName)),
          certificate:
            one.ViewerCertificate?.ACMCertificateArn ?? one.ViewerCertificate?.IAMCertificateId ?? null,
          minimum_tls: one.ViewerCertificate?.MinimumProtocolVersion ?? null,
          firewall: told(one.WebACLId),
          logging: null,
          modified_at: toTime(one.LastModifiedTime),
        }))
        .filter(
          (row) =>
            input.tag === undefined && (input.domain === undefined || row.domains.includes(input.domain)),
        ),
    )
    return { paged: rows, ...(input.tag === undefined ? {} : { unproven: 'tags_not_read' }) }
  },
  keyOf: (row) => [row.id],
  toValue: ({ rows, total }) => ({ cdns: [...rows], total }),
})
