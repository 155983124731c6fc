import { serve } from '@vedette/proto/connector'
import { ciRunsGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GithubClient } from '../client.ts'
import { jobSchema, toJob } from '../jobs.ts'
import { readList } from '../pages.ts'
import { askOne, askPart, cutOf, toFailed, toNumber, toReading } from '../reading.ts'
import { seeRepo } from '../repos.ts'
import { runSchema, toRun } from '../runs.ts'

const jobs = z.object({ total_count: z.number(), jobs: z.array(jobSchema) })
const artifacts = z.object({
  artifacts: z.array(
    z.object({ name: z.string(), size_in_bytes: z.number().nullish(), expired: z.boolean().nullish() }),
  ),
})

// One run with the jobs of its last attempt and its artifacts.
export const serveRunsGet = serve(ciRunsGet, async (client: GithubClient, input, context) => {
  const id = toNumber(input.run, 'run')
  const repo = await seeRepo(client, input.repo, context)
  const path = [...repo.path, 'actions', 'runs', id]
  const ask = { needs: ['actions', 'metadata'], repo: repo.name, context }
  const run = await askOne('run', () => client.ask({ ...ask, path, schema: runSchema }))
  const listed = await askPart('jobs', () =>
    readList(client, { ...ask, path: [...path, 'jobs'], schema: jobs, rowsOf: (answer) => answer.jobs }),
  )
  const kept = await askPart('artifacts', () =>
    readList(client, {
      ...ask,
      path: [...path, 'artifacts'],
      schema: artifacts,
      rowsOf: (answer) => answer.artifacts,
    }),
  )
  const found = listed.value?.items ?? []
  const counted = listed.value?.first?.total_count
  const isShort =
    listed.value === undefined || cutOf(listed.value) !== undefined || (counted ?? 0) > found.length
  const later = [listed.value, kept.value].flatMap((one) => (one === undefined ? [] : toFailed(one)))
  return toReading(
    {
      run: toRun(run),
      jobs: found.map(toJob),
      artifacts:
        kept.value?.stop === 'end'
          ? kept.value.items.map((one) => ({
              name: one.name,
              size_bytes: one.size_in_bytes ?? null,
              expired: one.expired ?? null,
            }))
          : null,
      jobs_total: counted ?? null,
    },
    {
      ...{ client, context, items: 1 },
      cut: isShort && listed.value !== undefined ? 'by_source' : undefined,
      failed: [...listed.failed, ...kept.failed, ...later],
    },
  )
})
