import { toTime } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { deploysGet } from '@vedette/proto/operations'
import { type GithubClient, isSame } from '../client.ts'
import { commitSchema, toCommit } from '../commits.ts'
import { deploymentSchema, readStatuses, toDeploy, toState } from '../deployments.ts'
import { shortPulls, toShortPulls } from '../pulls.ts'
import { askOne, askPart, notFound, toReading } from '../reading.ts'
import { seeRepo } from '../repos.ts'

// Ids of other sources are none of ours.
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/

// One deployment with its statuses as steps, its commit and the pull requests of that.
export const serveDeploysGet = serve(deploysGet, async (client: GithubClient, input, context) => {
  const [owner = '', name = '', number = '', ...more] = input.id.split('/')
  const isId = more.length === 0 && NAME.test(name) && /^\d{1,19}$/.test(number)
  if (!isId) throw notFound('id')
  const { login } = await client.identify(context)
  if (!isSame(owner, login)) throw notFound('id')
  const repo = await seeRepo(client, name, context)
  const ask = { repo: repo.name, context }
  const path = [...repo.path, 'deployments', number]
  const one = await askOne('id', () =>
    client.ask({ ...ask, path, schema: deploymentSchema, needs: ['deployments'] }),
  )
  const statuses = await askPart('statuses', () => readStatuses(client, { repo, id: one.id, context }))
  const at = [...repo.path, 'commits', one.sha]
  const commit = await askPart('commit', () =>
    client.ask({ ...ask, path: at, schema: commitSchema, needs: ['contents'] }),
  )
  const pulls = await askPart('pull_requests', () =>
    client.ask({ ...ask, path: [...at, 'pulls'], schema: shortPulls, needs: ['pull_requests'] }),
  )
  const target = client.config.deployments.find((named) => isSame(named.repo, repo.name))
  return toReading(
    {
      deploy: toDeploy(one, { repo, service: target?.service ?? repo.name, statuses: statuses.value }),
      steps:
        statuses.value?.toReversed().map((step) => ({
          name: step.state,
          state: toState(step.state),
          started_at: toTime(step.created_at),
          finished_at: null,
          message: step.description || null,
        })) ?? null,
      images: null,
      commits: commit.value === undefined ? null : [toCommit(commit.value)],
      pulls: pulls.value === undefined ? null : toShortPulls(pulls.value),
      reason: one.description || null,
    },
    { client, context, items: 1, failed: [...statuses.failed, ...commit.failed, ...pulls.failed] },
  )
})
