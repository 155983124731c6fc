import type { CallContext } from '@vedette/proto/connector'
import { alertsAnswer } from './answers.ts'
import type { SignozClient } from './client.ts'

// Alerts that SigNoz' Alertmanager holds. One in a state that is not known stands in no row and is counted.
export async function askAlerts(client: SignozClient, context: CallContext) {
  const { data } = await client.ask({ path: ['v1', 'alerts'], schema: alertsAnswer, context })
  const known = data.filter(({ status }) => ['active', 'suppressed', 'unprocessed'].includes(status.state))
  const rows = known.map(({ labels, annotations, fingerprint, startsAt, receivers, status }) => {
    const { silencedBy, inhibitedBy } = status
    const state = silencedBy.length > 0 ? 'silenced' : inhibitedBy.length > 0 ? 'inhibited' : 'firing'
    const isNoData = labels.nodata === 'true' && state === 'firing'
    return {
      ...{ id: fingerprint, name: labels.alertname ?? '', labels, annotations, receivers },
      state: isNoData ? ('no_data' as const) : (state as 'silenced' | 'inhibited' | 'firing'), // one of the three above
      ...{ severity: labels.severity ?? null, since: startsAt || null },
      ...{ silenced_by: silencedBy, inhibited_by: inhibitedBy, delivered: true },
      ...{ seen_in: ['alertmanager'], url: null },
    }
  })
  return { rows, unknown: data.length - known.length }
}
