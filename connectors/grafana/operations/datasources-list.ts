import { sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { datasourcesList } from '@vedette/proto/operations'
import { findHidden } from '../access.ts'
import { datasourceRows } from '../answers.ts'
import type { GrafanaClient } from '../client.ts'
import { toPlainUrl } from '../urls.ts'

// Data sources that the credential may see, without any of their secrets.
export const serveDatasourcesList = serve(datasourcesList, async (client: GrafanaClient, input, context) => {
  const needs = 'datasources:read'
  const all = await client.ask({ path: ['datasources'], schema: datasourceRows, needs, context })
  const hidden = await findHidden(client, ['datasources:read'], context)
  const rows = all.filter(({ type }) => input.type === undefined || type === input.type)
  const page = sliceByKey(rows, ({ name, uid }) => [name, uid], input)
  const datasources = page.rows.map(({ uid, name, type, url, access, database, isDefault, readOnly }) => ({
    ...{ uid, name, type, url: toPlainUrl(url), database: database || null },
    is_default: isDefault ?? null,
    access: access === 'proxy' || access === 'direct' ? (access as 'proxy' | 'direct') : ('unknown' as const),
    read_only: readOnly ?? null,
  }))
  return tellReading(
    { datasources, total: hidden === undefined ? page.total : null },
    {
      ...{ context, scope: await client.identify(context), items: datasources.length },
      ...{ total: page.total, cursor: page.cursor, doubt: hidden },
      evidence: hidden === undefined ? { proof: 'enumerated' } : { unproven: hidden },
    },
  )
})
