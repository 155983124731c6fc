import { askHalf, matchVisible, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { oncallSchedulesList } from '@vedette/proto/operations'
import type { GrafanaClient } from '../client.ts'
import { readSchedules, readTeams, tellGaps } from '../oncall.ts'

// Schedules of Grafana OnCall. Which chains use one and when the next handover is, its list does not say.
export const serveOncallSchedulesList = serve(
  oncallSchedulesList,
  async (client: GrafanaClient, input, context) => {
    const paged = await readSchedules(client, context)
    const teams = await askHalf({ half: 'teams' }, () => readTeams(client, context))
    const rows = paged.items
      .map((one) => ({
        one,
        team: one.team_id == null ? null : (teams.value?.get(one.team_id) ?? one.team_id),
      }))
      .filter(({ one, team }) => input.team === undefined || [team, one.team_id].includes(input.team))
      .filter(({ one }) => matchVisible(context, one.name, input.contains))
      .map(({ one, team }) => ({
        ...{ id: one.id, name: one.name, team, timezone: one.time_zone ?? null },
        ...{ escalation_policies: null, next_handover_at: null, people: null, url: null },
      }))
    const page = sliceByKey(rows, ({ name, id }) => [name, id], input)
    const { cut, beside = [] } = tellGaps(paged)
    return tellReading(
      { schedules: [...page.rows], total: cut === undefined ? page.total : null },
      {
        ...{ context, scope: await client.identify(context), items: page.rows.length },
        ...{ total: page.total, cursor: page.cursor, cut, beside: [...beside, ...teams.failed] },
        // Teams may keep what is theirs from others, and OnCall does not say that it did.
        evidence: { unproven: 'schedules_of_other_teams_may_be_hidden' },
      },
    )
  },
)
