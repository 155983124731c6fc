import { checkWithin, readSpan, sliceByKey, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { deploysList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from '../client.ts'
import { joinTerms, term } from '../query.ts'
import { toReading } from '../reading.ts'
import { cannotAsk } from '../refusals.ts'
import { digText, text, toMs, toTime } from '../values.ts'

const MAX_ROWS = 1000
const deployments = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        service: text,
        env: text,
        version: text,
        started_at: z.union([z.string(), z.number()]).nullish(),
        finished_at: z.union([z.string(), z.number()]).nullish(),
        git: z.unknown().optional(),
      }),
    }),
  ),
})

// Deployments that were reported to DORA metrics. They have no outcome, so none is called a success.
export const serveDeploysList = serve(deploysList, async (client: DatadogClient, input, context) => {
  if (input.cluster !== undefined || input.namespace !== undefined)
    throw cannotAsk(
      input.cluster === undefined ? 'namespace' : 'cluster',
      'deployments of Datadog name no cluster',
    )
  const window = readSpan(input, context)
  const query = joinTerms([...term('service', input.service), ...term('env', input.environment)])
  const { data } = await client.ask({
    path: ['v2', 'dora', 'deployments'],
    body: {
      data: {
        type: 'dora_deployments_list_request',
        attributes: {
          from: toRfc3339(window.from),
          to: toRfc3339(window.to),
          limit: MAX_ROWS,
          query,
          sort: '-started_at',
        },
      },
    },
    schema: deployments,
    needs: 'dora_metrics_read',
    context,
  })
  checkWithin(
    data.flatMap(({ attributes }) => toMs(attributes.started_at) ?? []),
    window,
  )
  const all = data.map(({ id, attributes }) => ({
    id,
    kind: 'marker' as const,
    state: 'unknown' as const,
    service: attributes.service ?? null,
    environment: attributes.env ?? null,
    cluster: null,
    namespace: null,
    workload: null,
    version: attributes.version ?? null,
    previous_version: null,
    repository: digText(attributes.git, 'repository_id'),
    commit: digText(attributes.git, 'commit_sha'),
    started_at: toTime(attributes.started_at),
    finished_at: toTime(attributes.finished_at),
    by: null,
    rollback: null,
    url: null,
  }))
  const rows = all.filter(({ state }) => input.state === undefined || state === input.state)
  const page = sliceByKey(rows, (row) => [-(toMs(row.started_at) ?? 0), row.id], input)
  return toReading(
    { deploys: [...page.rows], total: page.total },
    {
      client,
      context,
      items: page.rows.length,
      cut: data.length >= MAX_ROWS ? 'rows' : undefined,
      total: page.total,
      cursor: page.cursor,
      query,
      proof: { unproven: rows.length < all.length ? 'outcome_not_told' : 'deployments_may_not_be_reported' },
    },
  )
})
