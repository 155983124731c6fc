import { matchVisible, sliceByKey } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { servicesCatalogList } from '@vedette/proto/operations'
import type { PagerdutyClient } from '../client.ts'
import { proveFilters } from '../find.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'
import { readServices, toRow } from '../services.ts'
import { isNamed } from '../values.ts'

// Services with their state. PagerDuty's services carry no tags, so that filter is refused rather than left unmet.
export const serveServicesCatalogList = serve(
  servicesCatalogList,
  async (client: PagerdutyClient, input, context) => {
    if (input.tag !== undefined)
      throw new ArgumentError({
        field: 'tag',
        message: 'PagerDuty has no tags of services',
        fix: 'narrow by team or contains',
      })
    const { team, contains } = input
    const paged = await readServices(client, context)
    const rows = paged.items
      .filter((one) => team === undefined || (one.teams ?? []).some((each) => isNamed(each, team)))
      .filter((one) => matchVisible(context, one.name, contains))
      .map(toRow)
    const slice = sliceByKey(rows, (row) => [row.name, row.id], input)
    const proof = rows.length === 0 ? { proof: await proveFilters(client, { team }, context) } : {}
    return toReading(
      { services: [...slice.rows], total: slice.total },
      {
        client,
        context,
        items: slice.rows.length,
        total: slice.total,
        cursor: slice.cursor,
        isAccountWide: true,
        cut: cutOf(paged),
        failed: toFailed(paged),
        ...proof,
      },
    )
  },
)
