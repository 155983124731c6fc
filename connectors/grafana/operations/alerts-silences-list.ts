import { sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsSilencesList } from '@vedette/proto/operations'
import { findHidden } from '../access.ts'
import { silenceRows } from '../answers.ts'
import type { GrafanaClient } from '../client.ts'
import { toTime } from '../rules.ts'

type State = 'active' | 'pending' | 'expired' | 'unknown'
const STATES: ReadonlySet<string> = new Set(['active', 'pending', 'expired'])

// Silences of Grafana's own Alertmanager.
export const serveAlertsSilencesList = serve(
  alertsSilencesList,
  async (client: GrafanaClient, input, context) => {
    const needs = 'alert.instances:read'
    const path = ['alertmanager', 'grafana', 'api', 'v2', 'silences']
    const all = await client.ask({ path, schema: silenceRows, needs, context })
    const hidden = await findHidden(client, ['alert.instances:read'], context)
    const rows = all.map((one) => ({
      id: one.id,
      state: (STATES.has(one.status.state) ? one.status.state : 'unknown') as State, // looked up in the set above
      matchers: one.matchers.map(({ name, value, isRegex, isEqual }) => {
        const op = isRegex ? (isEqual ? '=~' : '!~') : isEqual ? '=' : '!='
        return { label: name, op: op as '=' | '!=' | '=~' | '!~', value } // one of the four above
      }),
      starts_at: toTime(one.startsAt),
      ends_at: toTime(one.endsAt),
      created_by: one.createdBy || null,
      comment: one.comment,
    }))
    // A silence in a state that is not known may be in force.
    const wanted = rows.filter(({ state }) => !input.active || state === 'active' || state === 'unknown')
    const page = sliceByKey(wanted, ({ ends_at, id }) => [ends_at ?? '', id], input)
    return tellReading(
      { silences: [...page.rows], total: page.total },
      {
        ...{ context, scope: await client.identify(context), items: page.rows.length, doubt: hidden },
        ...{ total: page.total, cursor: page.cursor },
        evidence: hidden === undefined ? { proof: 'enumerated' } : { unproven: hidden },
      },
    )
  },
)
