import { chooseStep, readSpan, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsVolumeGet } from '@vedette/proto/operations'
import type { SignozClient } from '../client.ts'
import { checkKey } from '../expression.ts'
import { toLogFilter } from '../logs.ts'
import { isSeen, measure, tellMeasured } from '../measured.ts'

// Lines per group over time; SigNoz tells no bytes. A group that sent nothing is not among them.
export const serveLogsVolumeGet = serve(logsVolumeGet, async (client: SignozClient, input, context) => {
  const window = readSpan(input, context)
  const step = input.step ?? chooseStep(window, 61, 60)
  const filter = toLogFilter(input)
  const asked = input.group_by.length === 0 ? ['service.name'] : input.group_by
  const groupBy = asked.map((one) => checkKey(one, 'group_by'))
  const told = await measure(
    client,
    { signal: 'logs', filter, expression: 'count()', groupBy, step, limit: input.limit },
    { window, context },
  )
  const groups = told.groups.filter(isSeen).map(({ labels, value, points }) => {
    const newest = points.findLast(([, count]) => count !== null && count > 0)?.[0]
    const newest_at = newest === undefined ? null : toRfc3339(Math.min(newest, window.to))
    return { labels, lines: value, bytes: null, newest_at, points }
  })
  return tellMeasured(
    client,
    {
      unit: 'lines' as const,
      step_seconds: step,
      groups,
      total: told.isFull ? null : told.all.filter(isSeen).length,
    },
    { told, items: groups.length, evidence: { unproven: 'no_line_of_this_origin' }, query: filter, context },
  )
})
