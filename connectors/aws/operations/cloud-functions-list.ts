import { sideBySide } from '@vedette/connectors/kit'
import { cloudFunctionsList } from '@vedette/proto/operations'
import { readFunctions, toFunctionRow } from '../functions.ts'
import { mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag } from '../values.ts'

// Lambda functions of every region; tags are read only when they are asked for, one call for each function.
export const serveFunctionsList = serveList(cloudFunctionsList, {
  async read(reader, input) {
    const paged = await readFunctions(reader)
    const some = paged.items.filter((one) => input.runtime === undefined || one.Runtime === input.runtime)
    const rows = await sideBySide(some, 6, async (one) => {
      if (input.tag === undefined) return toFunctionRow(reader, one, null)
      const said = await reader.call('lambda', 'listTags', { Resource: one.FunctionArn })
      return toFunctionRow(reader, one, said.Tags ?? {})
    })
    return mapPaged(paged, () =>
      rows.filter((row) => input.tag === undefined || hasTag(row.tags ?? {}, input.tag)),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ functions: [...rows], total }),
})
