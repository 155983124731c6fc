import { cloudResourcesSearch } from '@vedette/proto/operations'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, holds, nameOf, placeOf, toTags } from '../values.ts'

// Resources that bear or bore a tag, in every region: the tagging API knows no others, so nothing found proves nothing.
export const serveResourcesSearch = serveList(cloudResourcesSearch, {
  async read(reader, input) {
    const paged = await collect(async (PaginationToken) => {
      const said = await reader.call('tagging', 'getResources', {
        ResourcesPerPage: 100,
        ...(PaginationToken === undefined ? {} : { PaginationToken }),
      })
      return { items: said.ResourceTagMappingList, next: said.PaginationToken }
    })
    const rows = mapPaged(paged, (all) =>
      all
        .map((one) => {
          const id = one.ResourceARN ?? ''
          const tags = toTags(one.Tags)
          return {
            id,
            name: nameOf(tags),
            ...placeOf(reader),
            tags,
            type: toType(id),
            parent: null,
            state: null,
            created_at: null,
            updated_at: null,
          }
        })
        .filter((row) => holds(`${row.name ?? ''} ${row.id}`, input.query) && hasTag(row.tags, input.tag))
        .filter((row) => input.type === undefined || row.type === normalize(input.type)),
    )
    return { paged: rows, unproven: 'only_tagged_resources_are_listed' }
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ resources: [...rows], types_covered: null, inventory_at: null, total }),
})

// `arn:aws:ec2:eu-west-1:1:instance/i-1` is ec2:instance.
function toType(arn: string): string {
  const [, , service = 'unknown', , , rest = ''] = arn.split(':')
  const kind = /^([\w-]+)[/:]/.exec(rest)?.[1]
  return kind === undefined ? service : `${service}:${kind}`
}

// AWS::EC2::Instance is ec2:instance, too.
function normalize(type: string): string {
  const [, service, kind] = /^AWS::(\w+)::(\w+)$/.exec(type) ?? []
  if (service === undefined || kind === undefined) return type
  return `${service.toLowerCase()}:${kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}`
}
