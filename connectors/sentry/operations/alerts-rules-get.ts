import { serve } from '@vedette/proto/connector'
import { alertsRulesGet } from '@vedette/proto/operations'
import type { SentryClient } from '../client.ts'
import { notFound, toReading } from '../reading.ts'
import { readRules, toAlert, toRow, toRuleId } from '../rules.ts'

// One rule by `kind:number`, with the alert that it has.
export const serveAlertsRulesGet = serve(alertsRulesGet, async (client: SentryClient, input, context) => {
  const paged = await readRules(client, context)
  const found = paged.items.find((one) => toRuleId(one) === input.id)
  if (found === undefined) {
    if (paged.stop === 'failed') throw paged.error
    throw notFound('id')
  }
  const alert = toAlert(found)
  return toReading(
    { rule: toRow(found), alerts: alert === undefined ? [] : [alert] },
    { client, context, items: 1 },
  )
})
