import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsActiveList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { namesService, readMonitors, toAlerts, toRule, toSeverity } from '../monitors.ts'
import { cutOf } from '../pages.ts'
import { type Proof, toFailed, toReading } from '../reading.ts'

type Read = Awaited<ReturnType<typeof readMonitors>>['monitors']

// Groups of monitors that are not well, muted ones marked. None is proved by monitors that all have data.
export const serveAlertsActiveList = serve(
  alertsActiveList,
  async (client: DatadogClient, input, context) => {
    const now = context.clock.now()
    const { monitors, paged } = await readMonitors(client, context)
    const { service, severity, state } = input
    const asked = monitors.filter(
      (one) =>
        (severity === undefined || toSeverity(one) === severity) &&
        (service === undefined || namesService(one, service)),
    )
    const alerts = asked.flatMap((one) =>
      toAlerts(client, one, now).filter(
        ({ labels }) =>
          service === undefined ||
          labels.service === undefined ||
          labels.service.split(',').includes(service),
      ),
    )
    const rows = alerts.filter((one) => state === undefined || one.state === state)
    const page = sliceByKey(rows, (one) => [one.state, one.id], input)
    const proof = prove(monitors, asked, {
      isFiltered: severity !== undefined || service !== undefined,
      client,
      now,
    })
    return toReading(
      { alerts: [...page.rows], source: ['monitors'], total: page.total },
      {
        client,
        context,
        items: page.rows.length,
        cut: cutOf(paged),
        failed: toFailed(paged),
        total: page.total,
        cursor: page.cursor,
        proof,
      },
    )
  },
)

function prove(
  all: Read,
  asked: Read,
  { isFiltered, client, now }: Readonly<{ isFiltered: boolean; client: DatadogClient; now: number }>,
): Proof {
  if (all.length === 0) return { unproven: 'no_monitors' }
  if (isFiltered && asked.length === 0) return { unproven: 'no_monitor_of_this_kind' }
  const isWell = asked.every((one) => toRule(client, one, now).health === 'ok')
  return isWell ? { proof: 'enumerated' } : { unproven: 'monitors_without_data' }
}
