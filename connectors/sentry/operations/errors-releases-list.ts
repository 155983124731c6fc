import { readSpan, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { errorsReleasesList } from '@vedette/proto/operations'
import type { SentryClient } from '../client.ts'
import { isHidden, readTarget } from '../projects.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'
import { readReleases, toHealth } from '../releases.ts'
import { toMs, toTime } from '../values.ts'

// Releases that were made or had events in the window, newest first.
export const serveErrorsReleasesList = serve(
  errorsReleasesList,
  async (client: SentryClient, input, context) => {
    const { from, to } = readSpan(input, context)
    const target = await readTarget(client, input, context)
    const { environment } = input
    const paged = await readReleases(client, { project: target.id, environment, withHealth: true, context })
    const rows = paged.items
      .filter((one) => {
        const made = toMs(one.dateReleased ?? one.dateCreated)
        const lastSeen = Math.max(made ?? to, toMs(one.lastEvent) ?? 0)
        return (made ?? from) <= to && lastSeen >= from
      })
      .map((one) => ({
        release: one.version,
        projects: one.projects.map(({ slug }) => slug),
        created_at: toTime(one.dateCreated),
        released_at: toTime(one.dateReleased),
        new_issues: one.newGroups ?? null,
        ...toHealth(one, target.found?.slug),
        url: one.url ?? null,
      }))
    const slice = sliceByKey(
      rows,
      (row) => [-(toMs(row.released_at ?? row.created_at) ?? 0), row.release],
      input,
    )
    return toReading(
      { releases: [...slice.rows], total: slice.total },
      {
        client,
        context,
        items: slice.rows.length,
        total: slice.total,
        cursor: slice.cursor,
        cut: cutOf(paged) ?? (slice.rows.length > 0 && isHidden(target) ? 'by_source' : undefined),
        failed: toFailed(paged),
        proof: isHidden(target)
          ? { unproven: 'this_token_may_not_see_all_projects' }
          : environment === undefined
            ? { proof: target.found === undefined ? 'enumerated' : 'existence_checked' }
            : { unproven: 'environment_unknown' },
      },
    )
  },
)
