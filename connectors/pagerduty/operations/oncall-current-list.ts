import { parseInstant, sliceByKey } from '@vedette/connectors/kit'
import { type CallContext, serve } from '@vedette/proto/connector'
import { oncallCurrentList } from '@vedette/proto/operations'
import type { PagerdutyClient } from '../client.ts'
import { findNamed } from '../find.ts'
import { type Duty, isCovered, readDuties, readSchedules, type Schedule } from '../oncall.ts'
import { cutOf, notFound, type Proof, toFailed, toReading } from '../reading.ts'
import { readServices } from '../services.ts'
import { isNamed, nameOf, toTime } from '../values.ts'

// Schedules that no duty names and that are looked at one by one.
const MAX_LOOKED = 20
type Wanted = Readonly<{ schedule?: string | undefined; team?: string | undefined }>

// Who is on call, and which schedules have nobody. A schedule that no duty names is asked by itself.
export const serveOncallCurrentList = serve(
  oncallCurrentList,
  async (client: PagerdutyClient, input, context) => {
    const at = input.at === undefined ? context.clock.now() : parseInstant(input.at, 'at')
    const schedules = await readSchedules(client, context)
    const policies =
      input.service === undefined ? {} : { policies: [await findPolicy(client, input.service, context)] }
    const duties = await readDuties(client, { at, ...policies, context })
    const inScope = schedules.items.filter((one) => isInScope(one, input))
    const byId = new Map(inScope.map((one) => [one.id, one]))
    const isNarrowed = input.schedule !== undefined || input.team !== undefined
    const rows = duties.items
      .filter((one) => !isNarrowed || byId.has(one.schedule?.id ?? ''))
      .map((one) => toRow(one, byId))
    const serving = policies.policies
    const guarding = inScope.filter(
      (one) =>
        serving === undefined || (one.escalation_policies ?? []).some(({ id }) => serving.includes(id)),
    )
    const held = new Set(
      duties.items.flatMap(({ user, schedule }) => (user == null ? [] : (schedule?.id ?? []))),
    )
    const unseen = guarding.filter(({ id }) => !held.has(id))
    const gaps: string[] = []
    for (const { id, name } of unseen.slice(0, MAX_LOOKED))
      if (!(await isCovered(client, { id, at, context }))) gaps.push(name)
    const slice = sliceByKey(rows, keyOf, input)
    const isCut = [schedules, duties].map(cutOf).find((one) => one !== undefined)
    return toReading(
      { on_call: [...slice.rows], gaps, total: slice.total },
      {
        client,
        context,
        items: slice.rows.length,
        total: slice.total,
        cursor: slice.cursor,
        isAccountWide: true,
        cut: isCut ?? (unseen.length > MAX_LOOKED ? 'rows' : undefined),
        failed: [...toFailed(schedules), ...toFailed(duties)],
        proof: await prove(client, input, { inScope, context }),
      },
    )
  },
)

function isInScope(one: Schedule, { schedule, team }: Wanted): boolean {
  return (
    (schedule === undefined || one.id === schedule || one.name === schedule) &&
    (team === undefined || (one.teams ?? []).some((each) => isNamed(each, team)))
  )
}

async function prove(
  client: PagerdutyClient,
  { schedule, team }: Wanted,
  { inScope, context }: Readonly<{ inScope: readonly Schedule[]; context: CallContext }>,
): Promise<Proof> {
  if (inScope.length > 0) return { proof: 'existence_checked' }
  if (schedule !== undefined) return { unproven: 'schedule_unknown' }
  if (team === undefined) return { proof: 'enumerated' }
  const known = await findNamed(client, { kind: 'team', wanted: team, context })
  return known === undefined ? { unproven: 'team_unknown' } : { proof: 'existence_checked' }
}

async function findPolicy(client: PagerdutyClient, wanted: string, context: CallContext): Promise<string> {
  const paged = await readServices(client, context)
  const policy = paged.items.find(({ id, name }) => id === wanted || name === wanted)?.escalation_policy
  if (policy != null) return policy.id
  if (paged.stop === 'failed') throw paged.error
  throw notFound('service')
}

function toRow(one: Duty, byId: ReadonlyMap<string, Schedule>) {
  const { user, schedule } = one
  const teams = schedule == null ? null : (byId.get(schedule.id)?.teams ?? null)
  return {
    person: user == null ? null : { id: user.id, name: user.summary ?? null, url: user.html_url ?? null },
    schedule: schedule == null ? null : nameOf(schedule),
    escalation_policy: nameOf(one.escalation_policy),
    level: one.escalation_level ?? null,
    team: teams === null ? null : teams.map(nameOf).join(', ') || null,
    // Without a schedule a person is on call for ever.
    from: toTime(one.start),
    until: toTime(one.end),
  }
}

function keyOf({ escalation_policy, level, schedule, person, from }: ReturnType<typeof toRow>) {
  return [escalation_policy, level ?? 0, schedule ?? '', person?.id ?? '', from ?? '']
}
