import { askHalf, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { oncallCurrentList } from '@vedette/proto/operations'
import type { GrafanaClient } from '../client.ts'
import { readPeople, readSchedules, readTeams, tellGaps } from '../oncall.ts'

// Who is on call now by schedule, and the schedules that have nobody. OnCall's schedules know no service and its list
// no other time than now.
export const serveOncallCurrentList = serve(
  oncallCurrentList,
  async (client: GrafanaClient, input, context) => {
    for (const field of ['service', 'at'] as const)
      if (input[field] !== undefined)
        throw new ArgumentError({
          field,
          message: `Grafana OnCall does not tell who is on call by ${field}`,
          fix: `leave ${field} out and name a schedule`,
        })
    const paged = await readSchedules(client, context)
    const teams = await askHalf({ half: 'teams' }, () => readTeams(client, context))
    const people = await askHalf({ half: 'people' }, () => readPeople(client, context))
    const schedules = paged.items
      .map((one) => ({
        one,
        team: one.team_id == null ? null : (teams.value?.get(one.team_id) ?? one.team_id),
      }))
      .filter(({ one, team }) => input.team === undefined || [team, one.team_id].includes(input.team))
      .filter(({ one }) => input.schedule === undefined || [one.id, one.name].includes(input.schedule))
    const rows = schedules.flatMap(({ one, team }) =>
      one.on_call_now.map((id) => ({
        person: { id, name: people.value?.get(id) ?? null, url: null },
        ...{ schedule: one.name, escalation_policy: null, level: null, team, from: null, until: null },
      })),
    )
    const gaps = schedules.filter(({ one }) => one.on_call_now.length === 0).map(({ one }) => one.name)
    const page = sliceByKey(rows, ({ schedule, person }) => [schedule, person.id], input)
    const { cut, beside = [] } = tellGaps(paged)
    return tellReading(
      { on_call: [...page.rows], gaps, total: cut === undefined ? page.total : null },
      {
        ...{ context, scope: await client.identify(context), items: page.rows.length },
        ...{ total: page.total, cursor: page.cursor, cut },
        beside: [...beside, ...teams.failed, ...people.failed],
        // Nobody on call in a schedule that is seen is known; that there is no schedule is not.
        evidence:
          schedules.length > 0
            ? { proof: 'existence_checked' }
            : { unproven: 'schedules_of_other_teams_may_be_hidden' },
      },
    )
  },
)
