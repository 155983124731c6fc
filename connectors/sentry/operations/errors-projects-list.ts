import { matchVisible, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { errorsProjectsList } from '@vedette/proto/operations'
import type { SentryClient } from '../client.ts'
import { readProjects } from '../projects.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'
import { toTime } from '../values.ts'

// Projects of the organisation. Sentry's list does not say when one last received an event.
export const serveErrorsProjectsList = serve(
  errorsProjectsList,
  async (client: SentryClient, input, context) => {
    const { projects, paged } = await readProjects(client, context)
    const rows = projects
      .filter((one) => matchVisible(context, `${one.slug} ${one.name ?? ''}`, input.contains))
      .map((one) => ({
        id: one.id,
        name: one.slug,
        platform: one.platform ?? null,
        team: one.teams?.map(({ slug }) => slug).join(', ') || one.team?.slug || null,
        environments: one.environments ?? null,
        last_event_at: null,
        created_at: toTime(one.dateCreated),
        url: null,
      }))
    const slice = sliceByKey(rows, (row) => [row.name, row.id], input)
    return toReading(
      { projects: [...slice.rows], total: slice.total },
      {
        client,
        context,
        items: slice.rows.length,
        total: slice.total,
        cursor: slice.cursor,
        cut: cutOf(paged),
        failed: toFailed(paged),
        proof: { proof: 'enumerated' },
      },
    )
  },
)
