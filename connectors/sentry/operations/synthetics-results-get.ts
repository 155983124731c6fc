import { checkWithin, readSpan, sliceByKey } from '@vedette/connectors/kit'
import { SourceError, serve } from '@vedette/proto/connector'
import { syntheticsResultsGet } from '@vedette/proto/operations'
import type { SentryClient } from '../client.ts'
import { readList } from '../lists.ts'
import { cutOf, notFound, toFailed, toReading } from '../reading.ts'
import { checkSchema, readMonitors, toChecksPath, toOutcome } from '../uptime.ts'
import { toInstant, toMs, toTime } from '../values.ts'

// Turns of one monitor in a window, failures first.
export const serveSyntheticsResultsGet = serve(
  syntheticsResultsGet,
  async (client: SentryClient, input, context) => {
    const window = readSpan(input, context)
    const { from, to } = window
    const monitors = await readMonitors(client, context)
    const found = monitors.items.find((one) => String(one.id) === input.test || one.name === input.test)
    if (found === undefined) {
      if (monitors.stop === 'failed') throw monitors.error
      if (monitors.stop === 'cap') throw new SourceError('unusable', { why: 'too_large' })
      throw notFound('test')
    }
    const paged = await readList(client, {
      path: toChecksPath(client, found),
      isRooted: true,
      query: { start: toInstant(from), end: toInstant(to), utc: 'true' },
      row: checkSchema,
      context,
      needs: 'project:read',
    })
    checkWithin(
      paged.items.flatMap(({ timestamp }) => toMs(timestamp) ?? []),
      window,
    )
    const all = paged.items.map((one) => ({
      id: one.uptimeCheckId ?? null,
      at: toTime(one.timestamp) ?? one.timestamp,
      location: one.regionName ?? one.region ?? null,
      outcome: toOutcome(one),
      duration_ms: one.durationMs ?? null,
      status_code: one.httpStatusCode ?? null,
      failed_step: null,
      error: one.checkStatusReason ?? null,
      phases: null,
      url: null,
    }))
    const here = all.filter((one) => input.location === undefined || one.location === input.location)
    const runs = here.filter((one) => !input.failed_only || one.outcome === 'failed')
    const slice = sliceByKey(
      runs,
      (row) => [row.outcome === 'failed' ? 0 : 1, -(toMs(row.at) ?? 0), row.id ?? ''],
      input,
    )
    const countOf = (outcome: string) => here.filter((one) => one.outcome === outcome).length
    // No failed run is good news only when each run that was seen had an outcome.
    const isSound =
      here.length > 0 && here.every((one) => one.outcome === 'passed' || one.outcome === 'failed')
    return toReading(
      {
        test: String(found.id),
        runs: [...slice.rows],
        passed: countOf('passed'),
        failed: countOf('failed'),
        total: slice.total,
      },
      {
        client,
        context,
        items: slice.rows.length,
        total: slice.total,
        cursor: slice.cursor,
        cut: cutOf(paged),
        failed: toFailed(paged),
        proof: isSound ? { proof: 'existence_checked' } : { unproven: 'no_run_with_an_outcome_was_seen' },
      },
    )
  },
)
