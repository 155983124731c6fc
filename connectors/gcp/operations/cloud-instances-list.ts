import { cloudInstancesList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { readMachines, toInstance } from '../machines.ts'
import { serveList } from '../reading.ts'
import { hasTag, names } from '../values.ts'

// Virtual machines of Compute Engine in every zone.
export const serveInstancesList = serveList(cloudInstancesList, {
  async read(reader, { state, tag, network }) {
    return mapRows(await readMachines(reader), (all) =>
      all
        .map((one) => toInstance(reader, one))
        .filter(
          (row) =>
            (state === undefined || row.power === state) &&
            hasTag(row.tags, tag) &&
            names(row.network, network),
        ),
    )
  },
  keyOf: (row) => [row.zone ?? '', row.name, row.id],
  toValue: ({ rows, total }) => ({ instances: [...rows], total }),
})
