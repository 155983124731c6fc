import { sliceByKey } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { alertsRulesList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { readMonitors, toRule } from '../monitors.ts'
import { cutOf } from '../pages.ts'
import { toFailed, toReading } from '../reading.ts'

// Monitors with whether they have data.
export const serveAlertsRulesList = serve(alertsRulesList, async (client: DatadogClient, input, context) => {
  if (input.folder !== undefined)
    throw new ArgumentError({
      field: 'folder',
      message: 'monitors of Datadog lie in no folder',
      fix: 'leave folder out',
    })
  const { monitors, paged } = await readMonitors(client, context)
  const all = monitors.map((one) => toRule(client, one, context.clock.now()))
  const rows = all.filter(({ state }) => input.state === undefined || state === input.state)
  const page = sliceByKey(rows, ({ id }) => [id], input)
  const unknown = all.some(({ state }) => state === 'unknown')
  return toReading(
    {
      rules: [...page.rows],
      total: page.total,
      unhealthy: all.filter(({ health }) => health !== 'ok').length,
    },
    {
      client,
      context,
      items: page.rows.length,
      cut: cutOf(paged),
      failed: toFailed(paged),
      total: page.total,
      cursor: page.cursor,
      proof:
        monitors.length === 0
          ? { unproven: 'no_monitors' }
          : unknown
            ? { unproven: 'monitors_of_unknown_state' }
            : { proof: 'enumerated' },
    },
  )
})
