import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { ciRunsList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toPipelineQuery, toRun, toRunTerms } from '../pipelines.ts'
import { toFailed, toReading } from '../reading.ts'
import { searchTrack } from '../tracks.ts'

// Runs that were reported to CI Visibility, newest first. A repository that reports none looks like one without runs.
export const serveCiRunsList = serve(ciRunsList, async (client: DatadogClient, input, context) => {
  const window = readSpan(input, context)
  const { branch, workflow, commit } = input
  const query = toPipelineQuery(input.repo, toRunTerms({ branch, workflow, commit }))
  const found = await searchTrack(
    client,
    { track: 'ci', query, window, context },
    { limit: input.limit, cursor: input.cursor },
  )
  const runs = found.events
    .map(toRun)
    .filter(({ state }) => input.state === undefined || state === input.state)
  return toReading(
    { repo: input.repo, runs, total: null },
    {
      client,
      context,
      items: runs.length,
      cut: found.cut,
      cursor: found.cursor,
      failed: toFailed(found.paged),
      query,
      proof: { unproven: 'repository_may_not_report' },
    },
  )
})
