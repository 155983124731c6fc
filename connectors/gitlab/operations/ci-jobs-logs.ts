import { pickLines } from '@vedette/connectors/kit'
import { SourceError, serve } from '@vedette/proto/connector'
import { ciJobsLogs } from '@vedette/proto/operations'
import type { GitlabClient } from '../client.ts'
import { GONE, NOT_FOUND } from '../errors.ts'
import { type Job, jobSchema } from '../pipelines.ts'
import { seeProject } from '../projects.ts'
import { askOne, toNumber, toReading } from '../reading.ts'

// The end of a job's log. A log that was erased, is no longer kept or is not written yet is not an empty one.
export const serveJobsLogs = serve(ciJobsLogs, async (client: GitlabClient, input, context) => {
  const id = toNumber(input.job, 'job')
  const project = await seeProject(client, input.repo, context)
  const path = [...project.path, 'jobs', id]
  const job = await askOne('job', () => client.ask({ path, schema: jobSchema, context }))
  const text = await client.askText({ path: [...path, 'trace'], context }).catch((error: unknown) => {
    const code = error instanceof SourceError ? error.carried.code : undefined
    if (code === GONE || code === NOT_FOUND) return ''
    throw error
  })
  const picked = pickLines(text, { tail: input.tail, match: input.match, context })
  const doubt = findDoubt(job, text)
  return toReading(
    {
      job: id,
      lines: [...picked.lines],
      lines_total: doubt === undefined ? picked.total : null,
      failed_step: null,
      url: job.web_url ?? null,
    },
    {
      ...{ client, context, items: picked.lines.length, url: job.web_url ?? undefined, doubt },
      cut: picked.isShort ? 'rows' : undefined,
      proof: 'enumerated',
    },
  )
})

// GitLab answers with nothing for a log that is gone, and has a log only once a runner took the job.
function findDoubt(job: Job, text: string): string | undefined {
  if (job.erased_at != null) return 'log_erased'
  if (job.finished_at == null) return text === '' ? 'log_not_written_yet' : 'job_not_ended'
  return text === '' ? 'log_gone_or_empty' : undefined
}
