import { cloudImagesList } from '@vedette/proto/operations'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, holds, placeOf, toBytes, toTags, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  available: 'available',
  pending: 'pending',
  transient: 'pending',
  failed: 'failed',
  error: 'failed',
  invalid: 'failed',
} as const)

// The account's own machine images. With whom one is shared short of everybody needs a call for each, and stays unknown.
export const serveImagesOfMachinesList = serveList(cloudImagesList, {
  async read(reader, { match, tag }) {
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('ec2', 'describeImages', {
        Owners: ['self'],
        IncludeDeprecated: true,
        MaxResults: 1000,
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.Images, next: said.NextToken }
    })
    const now = reader.context.clock.now()
    return mapPaged(paged, (all) =>
      all
        .map((one) => {
          const isOld = one.DeprecationTime !== undefined && Date.parse(one.DeprecationTime) <= now
          const sizes = (one.BlockDeviceMappings ?? []).flatMap(({ Ebs }) => toBytes(Ebs?.VolumeSize) ?? [])
          return {
            id: one.ImageId ?? '',
            name: one.Name ?? null,
            ...placeOf(reader),
            tags: toTags(one.Tags),
            state: isOld ? ('deprecated' as const) : toWord(STATES, one.State),
            family: null,
            architecture: one.Architecture ?? null,
            source: one.SourceInstanceId ?? one.SourceImageId ?? null,
            size_bytes: sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0),
            shared: one.Public === true ? ('public' as const) : null,
            deprecated_at: toUtc(one.DeprecationTime),
            created_at: toUtc(one.CreationDate),
          }
        })
        .filter((row) => holds(row.name, match) && hasTag(row.tags, tag)),
    )
  },
  keyOf: (row) => [row.region ?? '', -(Date.parse(row.created_at ?? '') || 0), row.id],
  toValue: ({ rows, total }) => ({ images: [...rows], total }),
})

// EC2 gives these times as texts.
function toUtc(text: string | undefined): string | null {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : toTime(new Date(at))
}
