import { cloudFunctionsList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { readFunctions, toFunction } from '../functions.ts'
import { serveList } from '../reading.ts'
import { hasTag } from '../values.ts'

// Cloud Functions of both generations in every region.
export const serveFunctionsList = serveList(cloudFunctionsList, {
  async read(reader, { runtime, tag }) {
    return mapRows(await readFunctions(reader), (all) =>
      all
        .map((one) => toFunction(reader, one))
        .filter((row) => (runtime === undefined || row.runtime === runtime) && hasTag(row.tags, tag)),
    )
  },
  keyOf: (row) => [row.region ?? '', row.name],
  toValue: ({ rows, total }) => ({ functions: [...rows], total }),
})
