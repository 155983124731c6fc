import { cloudInstancesList } from '@vedette/proto/operations'
import { readInstances, toInstanceRow } from '../instances.ts'
import { mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag } from '../values.ts'

// Instances of every region; EC2 forgets terminated ones after about an hour.
export const serveInstancesList = serveList(cloudInstancesList, {
  async read(reader, input) {
    const filters = input.network === undefined ? [] : [{ Name: 'vpc-id', Values: [input.network] }]
    const paged = await readInstances(reader, { filters })
    return mapPaged(paged, (all) =>
      all
        .map((one) => toInstanceRow(reader, one))
        .filter(
          (row) => (input.state === undefined || row.power === input.state) && hasTag(row.tags, input.tag),
        ),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ instances: [...rows], total }),
})
