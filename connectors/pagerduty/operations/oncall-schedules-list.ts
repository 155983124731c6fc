import { matchVisible, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { oncallSchedulesList } from '@vedette/proto/operations'
import type { PagerdutyClient } from '../client.ts'
import { proveFilters } from '../find.ts'
import { readSchedules } from '../oncall.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'
import { isNamed, nameOf } from '../values.ts'

// Schedules with teams and policies. The list does not say when the next handover is.
export const serveOncallSchedulesList = serve(
  oncallSchedulesList,
  async (client: PagerdutyClient, input, context) => {
    const { team, contains } = input
    const paged = await readSchedules(client, context)
    const rows = paged.items
      .filter((one) => team === undefined || (one.teams ?? []).some((each) => isNamed(each, team)))
      .filter((one) => matchVisible(context, one.name, contains))
      .map((one) => ({
        id: one.id,
        name: one.name,
        team: one.teams == null ? null : one.teams.map(nameOf).join(', ') || null,
        timezone: one.time_zone ?? null,
        escalation_policies: one.escalation_policies == null ? null : one.escalation_policies.map(nameOf),
        next_handover_at: null,
        people: one.users == null ? null : one.users.length,
        url: one.html_url ?? null,
      }))
    const slice = sliceByKey(rows, (row) => [row.name, row.id], input)
    const proof = rows.length === 0 ? { proof: await proveFilters(client, { team }, context) } : {}
    return toReading(
      { schedules: [...slice.rows], total: slice.total },
      {
        client,
        context,
        items: slice.rows.length,
        total: slice.total,
        cursor: slice.cursor,
        isAccountWide: true,
        cut: cutOf(paged),
        failed: toFailed(paged),
        ...proof,
      },
    )
  },
)
