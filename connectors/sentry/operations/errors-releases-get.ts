import { type CallContext, serve } from '@vedette/proto/connector'
import { errorsReleasesGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { SentryClient } from '../client.ts'
import { issueSchema, toRow } from '../issues.ts'
import { readSearch } from '../lists.ts'
import { readTarget, type Target } from '../projects.ts'
import { toCondition, toParameters } from '../query.ts'
import { askOne, askPart, cutOf, toFailed, toReading } from '../reading.ts'
import { releaseSchema, toHealth, toVersion } from '../releases.ts'
import { toMs, toTime } from '../values.ts'

const issues = z.array(issueSchema)
const DAY_MS = 86_400_000
// Events are surely kept for so long.
const KEPT_MS = 30 * DAY_MS

type Question = Readonly<{
  query: string
  from: number
  environment: string | undefined
  limit: number
  context: CallContext
}>

// One release with the issues that it brought and brought back.
export const serveErrorsReleasesGet = serve(
  errorsReleasesGet,
  async (client: SentryClient, input, context) => {
    const target = await readTarget(client, input, context)
    const { environment, limit } = input
    const { value: one } = await askOne('release', () =>
      client.ask({
        path: ['releases', toVersion(input.release, 'release')],
        query: {
          health: '1',
          ...(target.found === undefined ? {} : { project_id: target.id }),
          ...(environment === undefined ? {} : { environment }),
        },
        schema: releaseSchema,
        context,
        needs: 'project:read',
      }),
    )
    const now = context.clock.now()
    const made = toMs(one.dateCreated) ?? 0
    const from = Math.max(made - DAY_MS, now - KEPT_MS)
    const ask = { from, environment, limit, context }
    const fresh = await readIssues(client, target, {
      ...ask,
      query: toCondition('firstRelease', one.version),
    })
    const back = await askPart(() =>
      readIssues(client, target, { ...ask, query: toCondition('regressed_in_release', one.version) }),
    )
    const lists = [fresh, ...(back.value === undefined ? [] : [back.value])]
    const value = {
      release: one.version,
      projects: one.projects.map(({ slug }) => slug),
      created_at: toTime(one.dateCreated),
      released_at: toTime(one.dateReleased),
      commits: one.commitCount ?? null,
      ...toHealth(one, target.found?.slug),
      new_issues: fresh.items.map((each) => toRow(each)),
      new_issues_total: fresh.stop === 'end' ? fresh.items.length : null,
      regressions: back.value === undefined ? null : back.value.items.map((each) => toRow(each)),
      previous_release: one.currentProjectMeta?.prevReleaseVersion ?? null,
      url: one.url ?? null,
    }
    const isOlder = made < now - KEPT_MS
    return toReading(value, {
      client,
      context,
      items: 1,
      cut: lists.map(cutOf).find((each) => each !== undefined) ?? (isOlder ? 'by_source' : undefined),
      failed: [...back.failed, ...lists.flatMap(toFailed)],
    })
  },
)

async function readIssues(client: SentryClient, target: Target, question: Question) {
  const { query, from, environment, limit, context } = question
  const { paged } = await readSearch(
    client,
    {
      path: ['issues'],
      query: { ...toParameters(target, { from, to: context.clock.now() }, environment), query, sort: 'freq' },
      schema: issues,
      rowsOf: (rows) => rows,
      context,
      needs: 'event:read',
    },
    { limit },
  )
  return paged
}
