import { sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsChannelsList } from '@vedette/proto/operations'
import { channelsAnswer } from '../answers.ts'
import { type SignozClient, toScope } from '../client.ts'

// Channels by name and kind; where they lead is not read out, as it may be a secret address.
export const serveAlertsChannelsList = serve(
  alertsChannelsList,
  async (client: SignozClient, input, context) => {
    const { data } = await client.ask({ path: ['v1', 'channels'], schema: channelsAnswer, context })
    const rows = data.filter(({ type }) => input.kind === undefined || type === input.kind)
    const page = sliceByKey(rows, ({ name, id }) => [name, id], input)
    const channels = page.rows.map(({ id, name, type }) => ({
      ...{ id, name, kind: type, target: null, enabled: null, used_by: null },
      ...{ last_sent_at: null, last_error: null, verified: null },
    }))
    return tellReading(
      { channels, total: page.total },
      {
        ...{ context, scope: toScope(client), items: channels.length },
        ...{ total: page.total, cursor: page.cursor },
        evidence: { proof: 'enumerated' },
      },
    )
  },
)
