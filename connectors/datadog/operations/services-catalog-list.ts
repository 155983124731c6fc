import { matchVisible, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { servicesCatalogList } from '@vedette/proto/operations'
import { readServices, toRow } from '../catalog.ts'
import type { DatadogClient } from '../client.ts'
import { cutOf } from '../pages.ts'
import { toFailed, toReading } from '../reading.ts'
import { hasTag } from '../values.ts'

// Services that the organisation registered; one that nobody registered is not among them.
export const serveServicesCatalogList = serve(
  servicesCatalogList,
  async (client: DatadogClient, input, context) => {
    const { services, paged } = await readServices(client, context)
    const rows = services
      .filter(({ attributes }) => input.tag === undefined || hasTag(attributes.tags, input.tag))
      .map((one) => toRow(client, one))
      .filter(
        ({ team, name }) =>
          (input.team === undefined || team === input.team) && matchVisible(context, name, input.contains),
      )
    const page = sliceByKey(rows, ({ name, id }) => [name, id], input)
    return toReading(
      { services: [...page.rows], total: page.total },
      {
        client,
        context,
        items: page.rows.length,
        cut: cutOf(paged),
        failed: toFailed(paged),
        total: page.total,
        cursor: page.cursor,
        proof: { proof: 'enumerated' },
      },
    )
  },
)
