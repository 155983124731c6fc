import { pickLines } from '@vedette/connectors/kit'
import { SourceError, serve } from '@vedette/proto/connector'
import { ciJobsLogs } from '@vedette/proto/operations'
import type { GithubClient } from '../client.ts'
import { GONE, NOT_FOUND } from '../errors.ts'
import { findFailedStep, jobSchema } from '../jobs.ts'
import type { LogText } from '../log-text.ts'
import { askOne, toNumber, toReading } from '../reading.ts'
import { seeRepo } from '../repos.ts'

// The end of a job's log. A log that is no longer kept, or not written yet, is not an empty one.
export const serveJobsLogs = serve(ciJobsLogs, async (client: GithubClient, input, context) => {
  const id = toNumber(input.job, 'job')
  const repo = await seeRepo(client, input.repo, context)
  const path = [...repo.path, 'actions', 'jobs', id]
  const ask = { needs: ['actions'], repo: repo.name, context }
  const job = await askOne('job', () => client.ask({ ...ask, path, schema: jobSchema }))
  const isDone = job.status === 'completed'
  const log = await client.readLog(repo.name, id, context).catch((error: unknown): LogText | undefined => {
    const code = error instanceof SourceError ? error.carried.code : undefined
    if (code === GONE || code === NOT_FOUND) return undefined
    throw error
  })
  const picked = pickLines(log?.text ?? '', { tail: input.tail, match: input.match, context })
  const isWhole = log !== undefined && !log.isCut
  return toReading(
    {
      job: id,
      lines: [...picked.lines],
      lines_total: isWhole && isDone ? picked.total : null,
      failed_step: findFailedStep(job),
      url: job.html_url ?? null,
    },
    {
      ...{ client, context, items: picked.lines.length, url: job.html_url ?? undefined },
      doubt:
        log === undefined
          ? isDone
            ? 'log_expired'
            : 'log_not_written_yet'
          : isDone
            ? undefined
            : 'job_not_ended',
      cut: log?.isCut === true ? 'bytes' : picked.isShort ? 'rows' : undefined,
      proof: 'enumerated',
    },
  )
})
