import { toMs } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { ciRunsGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { GitlabClient } from '../client.ts'
import { readList } from '../pages.ts'
import { type Job, jobSchema, pipelineSchema, toJob, toRun } from '../pipelines.ts'
import { seeProject } from '../projects.ts'
import { askOne, askPart, cutOf, toFailed, toNumber, toReading } from '../reading.ts'

const bridges = z.object({
  id: z.int(),
  name: z.string(),
  stage: z.string().nullish(),
  status: z.string(),
  started_at: z.string().nullish(),
  finished_at: z.string().nullish(),
  web_url: z.string().nullish(),
})

// One pipeline with the newest try of each job, the jobs that start other pipelines, and what its jobs left.
export const serveRunsGet = serve(ciRunsGet, async (client: GitlabClient, input, context) => {
  const id = toNumber(input.run, 'run')
  const project = await seeProject(client, input.repo, context)
  const path = [...project.path, 'pipelines', id]
  const run = await askOne('run', () => client.ask({ path, schema: pipelineSchema, context }))
  const jobs = await askPart('jobs', () =>
    readList(client, { path: [...path, 'jobs'], row: jobSchema, context }),
  )
  const started = await askPart('bridges', () =>
    readList(client, { path: [...path, 'bridges'], row: bridges, context }),
  )
  const lists = [jobs.value, started.value]
  const isWhole = lists.every((one) => one?.stop === 'end')
  const cut = lists
    .map((one) => (one === undefined ? undefined : cutOf(one)))
    .find((one) => one !== undefined)
  const later = lists.flatMap((one) => (one === undefined ? [] : toFailed(one)))
  const rows = [...(jobs.value?.items ?? []), ...(started.value?.items ?? [])].map(toJob)
  const now = context.clock.now()
  return toReading(
    {
      run: toRun(run),
      jobs: rows,
      artifacts: jobs.value?.stop === 'end' ? jobs.value.items.flatMap((job) => toArtifacts(job, now)) : null,
      jobs_total: isWhole ? rows.length : null,
    },
    { client, context, items: 1, cut, failed: [...jobs.failed, ...started.failed, ...later] },
  )
})

// What a job left, its log aside.
function toArtifacts(job: Job, now: number) {
  const end = toMs(job.artifacts_expire_at)
  return (job.artifacts ?? [])
    .filter(({ file_type: type }) => type !== 'trace' && type !== 'metadata')
    .map(({ filename, size }) => ({
      name: `${job.name}: ${filename ?? 'artifact'}`,
      size_bytes: size ?? null,
      expired: end === undefined ? null : end < now,
    }))
}
