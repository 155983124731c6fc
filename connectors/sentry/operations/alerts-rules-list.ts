import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsRulesList } from '@vedette/proto/operations'
import type { SentryClient } from '../client.ts'
import { readSight } from '../projects.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'
import { readRules, toRow } from '../rules.ts'

// Rules of every kind; the folder is the project, and what is not known to be evaluated is unhealthy.
export const serveAlertsRulesList = serve(alertsRulesList, async (client: SentryClient, input, context) => {
  const sight = await readSight(client, context)
  const paged = await readRules(client, context)
  const rules = paged.items.map(toRow)
  const { state, folder } = input
  const shown = rules.filter(
    (one) =>
      (state === undefined || one.state === state) &&
      (folder === undefined || (one.folder ?? '').split(', ').includes(folder)),
  )
  const slice = sliceByKey(shown, (row) => [row.name, row.id], input)
  const isUnknown = rules.some((one) => one.state === 'unknown')
  return toReading(
    {
      rules: [...slice.rows],
      total: slice.total,
      unhealthy: rules.filter(({ health }) => health !== 'ok').length,
    },
    {
      client,
      context,
      items: slice.rows.length,
      total: slice.total,
      cursor: slice.cursor,
      cut: cutOf(paged) ?? (slice.rows.length > 0 ? sight.cut : undefined),
      failed: toFailed(paged),
      proof: sight.limit(
        folder !== undefined
          ? { unproven: 'folder_unknown' }
          : state !== undefined && isUnknown
            ? { unproven: 'rules_without_a_known_state' }
            : { proof: 'enumerated' },
      ),
    },
  )
})
