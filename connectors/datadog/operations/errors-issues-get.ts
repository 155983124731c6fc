import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { errorsIssuesGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from '../client.ts'
import { issue, toRow } from '../issues.ts'
import { askOne, toReading } from '../reading.ts'

// One issue by its id, without stack: Datadog gives none here. Events of the window are not counted.
export const serveErrorsIssuesGet = serve(errorsIssuesGet, async (client: DatadogClient, input, context) => {
  const window = readSpan(input, context)
  const { data } = await askOne('id', () =>
    client.ask({
      path: ['v2', 'error-tracking', 'issues', input.id],
      schema: z.object({ data: issue }),
      needs: 'error_tracking_read',
      context,
    }),
  )
  const value = {
    issue: toRow(client, data, { events: null, users: null, window }),
    message: data.attributes.error_message ?? null,
    frames: null,
    points: [],
    releases: null,
    environments: null,
    suspect_commits: null,
    latest_event_id: null,
    sample_trace_id: null,
  }
  return toReading(value, { client, context, items: 1 })
})
