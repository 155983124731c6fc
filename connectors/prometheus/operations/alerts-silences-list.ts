import { SourceError, serve } from '@vedette/proto/connector'
import { alertsSilencesList } from '@vedette/proto/operations'
import { managerSilences } from '../answers.ts'
import type { PrometheusClient } from '../client.ts'
import { pageBy } from '../pages.ts'
import { toReading } from '../reading.ts'

const STATES = ['active', 'pending', 'expired'] as const
const NOTHING_ELSE_TOLD = Object.freeze([])

// Alertmanager's silences; the list comes whole, so none is proved.
export const serveAlertsSilencesList = serve(
  alertsSilencesList,
  async (client: PrometheusClient, input, context) => {
    if (client.askManager === undefined) throw new SourceError('not_configured', { reason: 'not_requested' })
    const all = await client.askManager({ path: ['api', 'v2', 'silences'], schema: managerSilences, context })
    const silences = all
      .map((one) => ({
        id: one.id,
        state: STATES.find((state) => state === one.status.state) ?? ('unknown' as const),
        matchers: one.matchers.map(({ name, value, isRegex, isEqual }) => ({
          label: name,
          op: toOperator(isEqual, isRegex),
          value,
        })),
        starts_at: one.startsAt === '' ? null : one.startsAt,
        ends_at: one.endsAt === '' ? null : one.endsAt,
        created_by: one.createdBy === '' ? null : one.createdBy,
        comment: one.comment,
      }))
      .filter((one) => !input.active || one.state === 'active' || one.state === 'unknown')
    const { rows, page, past } = pageBy(silences, (one) => `${one.ends_at ?? ''} ${one.id}`, input)
    const value = { silences: [...rows], total: silences.length }
    const proof = { proof: 'enumerated' } as const
    return toReading(client, value, {
      items: rows.length,
      context,
      told: NOTHING_ELSE_TOLD,
      proof,
      ...page,
      ...past,
    })
  },
)

function toOperator(isEqual: boolean, isRegex: boolean) {
  if (isRegex) return isEqual ? ('=~' as const) : ('!~' as const)
  return isEqual ? ('=' as const) : ('!=' as const)
}
