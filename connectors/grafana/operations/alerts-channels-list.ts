import { sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsChannelsList } from '@vedette/proto/operations'
import { findHidden } from '../access.ts'
import { contactPoints } from '../answers.ts'
import type { GrafanaClient } from '../client.ts'

// Contact points by name and kind; where they lead is not read out, as it may be a secret address.
export const serveAlertsChannelsList = serve(
  alertsChannelsList,
  async (client: GrafanaClient, input, context) => {
    const needs = 'alert.notifications:read'
    const path = ['v1', 'provisioning', 'contact-points']
    const all = await client.ask({ path, schema: contactPoints, needs, context })
    const hidden = await findHidden(client, ['alert.notifications:read'], context)
    const rows = all.filter(({ type }) => input.kind === undefined || type === input.kind)
    const page = sliceByKey(rows, ({ name, uid, type }) => [name, uid ?? '', type], input)
    const channels = page.rows.map(({ uid, name, type }) => ({
      ...{ id: uid || name, name, kind: type, target: null, enabled: null, used_by: null },
      ...{ last_sent_at: null, last_error: null, verified: null },
    }))
    return tellReading(
      { channels, total: hidden === undefined ? page.total : null },
      {
        ...{ context, scope: await client.identify(context), items: channels.length, doubt: hidden },
        ...{ total: page.total, cursor: page.cursor },
        evidence: hidden === undefined ? { proof: 'enumerated' } : { unproven: hidden },
      },
    )
  },
)
