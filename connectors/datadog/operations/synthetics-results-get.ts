import { readSpan, sliceByKey, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { syntheticsResultsGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from '../client.ts'
import { toPage } from '../links.ts'
import { askOne, toReading } from '../reading.ts'
import { readResults, type SyntheticResult, toOutcome } from '../synthetics.ts'
import { digNumber, text, toMs } from '../values.ts'

// Datadog gives the newest 150 runs of what is asked.
const MAX_RUNS = 150

// Runs of one test, failures first.
export const serveSyntheticsResultsGet = serve(
  syntheticsResultsGet,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const test = await askOne('test', () =>
      client.ask({
        path: ['v1', 'synthetics', 'tests', input.test],
        schema: z.object({ public_id: z.string(), type: text }),
        needs: 'synthetics_read',
        context,
      }),
    )
    const results = await readResults(client, test, { ...window, context, location: input.location })
    const runs = results.flatMap((one) => toRun(client, test.public_id, one) ?? [])
    const rows = runs.filter(
      ({ outcome }) => !input.failed_only || outcome === 'failed' || outcome === 'unknown',
    )
    const page = sliceByKey(
      rows,
      (one) => [one.outcome === 'failed' ? 0 : 1, -(toMs(one.at) ?? 0), one.id ?? ''],
      input,
    )
    const isCut = results.length >= MAX_RUNS
    const count = (outcome: string) => (isCut ? null : runs.filter((one) => one.outcome === outcome).length)
    const value = {
      test: test.public_id,
      runs: [...page.rows],
      passed: runs.length === 0 ? null : count('passed'),
      failed: runs.length === 0 ? null : count('failed'),
      total: page.total,
    }
    return toReading(value, {
      client,
      context,
      items: page.rows.length,
      cut: isCut ? 'by_source' : undefined,
      total: page.total,
      cursor: page.cursor,
      proof: runs.length === 0 ? { unproven: 'no_run_in_window' } : { proof: 'enumerated' },
    })
  },
)

function toRun(client: DatadogClient, test: string, one: SyntheticResult) {
  const at = toMs(one.check_time)
  if (at === undefined) return undefined
  const phases = Object.entries(one.result?.timings ?? {}).flatMap(([phase, value]) =>
    typeof value === 'number' && phase !== 'total' ? [{ phase, duration_ms: value }] : [],
  )
  return {
    id: one.result_id ?? null,
    at: toRfc3339(at),
    location: one.probe_dc ?? null,
    outcome: toOutcome(one),
    duration_ms: digNumber(one.result?.timings, 'total') ?? one.result?.duration ?? null,
    status_code: null,
    failed_step: null,
    error: null,
    phases: phases.length === 0 ? null : phases,
    url: one.result_id == null ? null : toPage(client, `/synthetics/details/${test}/result/${one.result_id}`),
  }
}
