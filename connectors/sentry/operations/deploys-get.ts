import { serve } from '@vedette/proto/connector'
import { deploysGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { SentryClient } from '../client.ts'
import { toRow } from '../deploys.ts'
import { readList } from '../lists.ts'
import { askOne, askPart, cutOf, notFound, toFailed, toReading } from '../reading.ts'
import { readDeploys, releaseSchema, toVersion } from '../releases.ts'
import { text, toTime } from '../values.ts'

const commit = z.looseObject({
  id: z.string(),
  message: text,
  dateCreated: text,
  author: z.looseObject({ name: text }).nullish(),
})

// One deploy by `version/number`, with the commits of its release.
export const serveDeploysGet = serve(deploysGet, async (client: SentryClient, input, context) => {
  const [, version, number] = /^(.+)\/(\d{1,19})$/.exec(input.id) ?? []
  if (version === undefined || number === undefined) throw notFound('id')
  const path = ['releases', toVersion(version, 'id')]
  const ask = { context, needs: 'project:read' }
  const { value: release } = await askOne('id', () => client.ask({ ...ask, path, schema: releaseSchema }))
  const deploys = await readDeploys(client, version, context)
  const found = deploys.items.find((one) => String(one.id) === number)
  if (found === undefined) {
    if (deploys.stop === 'failed') throw deploys.error
    throw notFound('id')
  }
  const commits = await askPart(() =>
    readList(client, { ...ask, path: [...path, 'commits'], row: commit }, 3),
  )
  const value = {
    deploy: toRow(release, found),
    steps: null,
    images: null,
    commits:
      commits.value?.items.map((one) => ({
        sha: one.id,
        message: one.message ?? '',
        author: one.author?.name ?? null,
        authored_at: toTime(one.dateCreated),
        committed_at: null,
        url: null,
      })) ?? null,
    pulls: null,
    reason: null,
  }
  return toReading(value, {
    client,
    context,
    items: 1,
    cut: commits.value === undefined ? undefined : cutOf(commits.value),
    failed: [...commits.failed, ...(commits.value === undefined ? [] : toFailed(commits.value))],
  })
})
