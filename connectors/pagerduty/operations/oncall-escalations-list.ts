import { matchVisible, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { oncallEscalationsList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { PagerdutyClient } from '../client.ts'
import { proveFilters } from '../find.ts'
import { readList } from '../lists.ts'
import { cutOf, toFailed, toReading } from '../reading.ts'
import { isNamed, nameOf, type Reference, reference, references, text } from '../values.ts'

const policy = z.looseObject({
  id: z.string(),
  name: z.string(),
  num_loops: z.number().nullish(),
  teams: references,
  services: references,
  escalation_rules: z.array(
    z.looseObject({ escalation_delay_in_minutes: z.number().nullish(), targets: z.array(reference) }),
  ),
  html_url: text,
})

// Escalation policies with their levels, in the order in which they are told.
export const serveOncallEscalationsList = serve(
  oncallEscalationsList,
  async (client: PagerdutyClient, input, context) => {
    const { team, service, contains } = input
    const paged = await readList(client, {
      ...{ path: ['escalation_policies'], name: 'escalation_policies', row: policy },
      ...{ needs: 'escalation_policies.read', context },
    })
    const rows = paged.items
      .filter((one) => team === undefined || (one.teams ?? []).some((each) => isNamed(each, team)))
      .filter((one) => service === undefined || (one.services ?? []).some((each) => isNamed(each, service)))
      .filter((one) => matchVisible(context, one.name, contains))
      .map((one) => ({
        id: one.id,
        name: one.name,
        team: one.teams == null ? null : one.teams.map(nameOf).join(', ') || null,
        repeats: one.num_loops ?? null,
        services: one.services == null ? null : one.services.map(nameOf),
        levels: one.escalation_rules.map((rule, index) => ({
          level: index + 1,
          escalates_after_minutes: rule.escalation_delay_in_minutes ?? null,
          targets: rule.targets.map(toTarget),
        })),
        url: one.html_url ?? null,
      }))
    const slice = sliceByKey(rows, (row) => [row.name, row.id], input)
    const proof = rows.length === 0 ? { proof: await proveFilters(client, { team, service }, context) } : {}
    return toReading(
      { policies: [...slice.rows], total: slice.total },
      {
        ...{ client, context, items: slice.rows.length, total: slice.total, cursor: slice.cursor },
        ...{ isAccountWide: true, cut: cutOf(paged), failed: toFailed(paged), ...proof },
      },
    )
  },
)

function toTarget(one: Reference) {
  const kind = one.type ?? ''
  return {
    kind: kind.startsWith('user')
      ? ('person' as const)
      : kind.startsWith('schedule')
        ? ('schedule' as const)
        : ('other' as const),
    id: one.id,
    name: one.summary ?? null,
  }
}
