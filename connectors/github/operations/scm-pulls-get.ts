import { toTime } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { scmPullsGet } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import type { GithubClient } from '../client.ts'
import { fileSchema, isPatchCut, toFile } from '../commits.ts'
import { readList } from '../pages.ts'
import { pullSchema, toPull } from '../pulls.ts'
import { askOne, askPart, cutOf, toFailed, toReading } from '../reading.ts'
import { seeRepo } from '../repos.ts'
import { toRunState } from '../runs.ts'

const reviews = z.array(
  z.object({
    user: z.object({ login: z.string() }).nullish(),
    state: z.string(),
    submitted_at: z.string().nullish(),
  }),
)
const checkRuns = z.object({
  check_runs: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      conclusion: z.string().nullish(),
      html_url: z.string().nullish(),
    }),
  ),
})
const statuses = z.object({
  statuses: z.array(z.object({ context: z.string(), state: z.string(), target_url: z.string().nullish() })),
})
const MAX_FILES = 3000
const REVIEWS = ['approved', 'changes_requested', 'commented', 'dismissed', 'pending'] as const

// One pull request with files, reviews and the checks of its head.
export const servePullsGet = serve(scmPullsGet, async (client: GithubClient, input, context) => {
  const repo = await seeRepo(client, input.repo, context)
  const path = [...repo.path, 'pulls', String(input.number)]
  const ask = { needs: ['pull_requests'], repo: repo.name, context }
  const pull = await askOne('number', () => client.ask({ ...ask, path, schema: pullSchema }))
  const list = <S extends z.ZodType, Row>(
    end: string,
    schema: S,
    rowsOf: (answer: z.output<S>) => readonly Row[],
  ) => askPart(end, () => readList(client, { ...ask, path: [...path, end], schema, rowsOf }))
  const files = await list('files', z.array(fileSchema), (rows) => rows)
  const told = await list('reviews', reviews, (rows) => rows)
  const checks = await readChecks(client, { repo, sha: pull.head.sha ?? null, context })
  const all = files.value?.items ?? []
  const shown = all.slice(0, input.limit)
  const isWhole = files.value !== undefined && cutOf(files.value) === undefined && all.length < MAX_FILES
  const pages = [files.value, told.value].flatMap((one) => (one === undefined ? [] : toFailed(one)))
  return toReading(
    {
      pull: toPull(pull),
      body: pull.body?.slice(0, 20_000) ?? null,
      files: shown.map((file) => toFile(file, input.patches)),
      reviews:
        told.value?.stop === 'end'
          ? told.value.items.map((one) => ({
              by: one.user?.login ?? null,
              state: REVIEWS.find((word) => word === one.state.toLowerCase()) ?? ('unknown' as const),
              at: toTime(one.submitted_at),
            }))
          : null,
      checks: checks.value,
      mergeable: pull.mergeable ?? null,
      files_total: isWhole ? all.length : null,
    },
    {
      ...{ client, context, items: 1 },
      cut: cutFiles({
        isWhole,
        isShort: shown.length < all.length,
        isPatched: isPatchCut(shown, input.patches),
      }),
      failed: [...files.failed, ...told.failed, ...pages, ...checks.failed],
    },
  )
})

function cutFiles(of: Readonly<{ isWhole: boolean; isShort: boolean; isPatched: boolean }>) {
  if (!of.isWhole) return 'by_source' as const
  return of.isShort ? ('rows' as const) : of.isPatched ? ('bytes' as const) : undefined
}

type Head = Readonly<{
  repo: Awaited<ReturnType<typeof seeRepo>>
  sha: string | null
  context: Parameters<typeof seeRepo>[2]
}>
type Check = Readonly<{ name: string; state: ReturnType<typeof toRunState>; url: string | null }>

// Checks and statuses of a head; null unless both were read whole, for a failed one may be among those not seen.
async function readChecks(
  client: GithubClient,
  { repo, sha, context }: Head,
): Promise<Readonly<{ value: Check[] | null; failed: readonly Part[] }>> {
  const unknown: Part = { scope: { half: 'checks' }, state: 'unproven', why: 'head_not_told' }
  if (sha === null) return { value: null, failed: [unknown] }
  const ask = { repo: repo.name, context }
  const path = [...repo.path, 'commits', sha]
  const runs = await askPart('check_runs', () =>
    readList(client, {
      ...ask,
      path: [...path, 'check-runs'],
      needs: ['checks'],
      schema: checkRuns,
      rowsOf: ({ check_runs }) => check_runs,
    }),
  )
  const marks = await askPart('statuses', () =>
    readList(client, {
      ...ask,
      path: [...path, 'status'],
      needs: ['statuses'],
      schema: statuses,
      rowsOf: ({ statuses: rows }) => rows,
    }),
  )
  const lists = [runs.value, marks.value]
  const failed = [
    ...runs.failed,
    ...marks.failed,
    ...lists.flatMap((one) => (one === undefined ? [] : toFailed(one))),
  ]
  const isCut = lists.some((one) => one?.stop === 'cap')
  const cut: Part = { scope: { half: 'checks' }, state: 'truncated', cap: 'page', at_least: 1000 }
  if (runs.value?.stop !== 'end' || marks.value?.stop !== 'end')
    return { value: null, failed: [...failed, ...(isCut ? [cut] : [])] }
  return {
    value: [
      ...runs.value.items.map((one) => ({
        name: one.name,
        state: toRunState(one.status, one.conclusion),
        url: one.html_url ?? null,
      })),
      ...marks.value.items.map((one) => ({
        name: one.context,
        state: one.state === 'pending' ? ('running' as const) : toRunState('completed', one.state),
        url: one.target_url ?? null,
      })),
    ],
    failed,
  }
}
