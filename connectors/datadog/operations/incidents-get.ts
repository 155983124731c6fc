import { serve } from '@vedette/proto/connector'
import { incidentsGet } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { fieldOf, readIncident, readIncidents, toRow } from '../incidents.ts'
import { isCut } from '../pages.ts'
import { askOne, notFound, toReading } from '../reading.ts'
import { cannotAsk } from '../refusals.ts'
import { dig, digText, toTime } from '../values.ts'

// One incident by id, or by its number, which is looked up in the list.
export const serveIncidentsGet = serve(incidentsGet, async (client: DatadogClient, input, context) => {
  const id = /^\d+$/.test(input.id) ? await findId(client, Number(input.id), context) : input.id
  const { data, included } = await askOne('id', () => readIncident(client, id, context))
  const { attributes } = data
  const users = (included ?? []).filter((one) => dig(one, 'type') === 'users')
  const nameOf = (user: string | null) =>
    digText(
      users.find((one) => dig(one, 'id') === user),
      'attributes',
      'name',
    )
  const commander = digText(data.relationships, 'commander_user', 'data', 'id')
  const fields = Object.keys(attributes.fields ?? {}).flatMap((name): [string, string][] => {
    const values = fieldOf(data, name)
    return values.length === 0 ? [] : [[name, values.join(', ').slice(0, 1024)]]
  })
  const value = {
    incident: toRow(client, data),
    description: fieldOf(data, 'summary')[0] ?? null,
    customer_impact: attributes.customer_impact_scope ?? null,
    root_cause: fieldOf(data, 'root_cause')[0] ?? null,
    resolution: null,
    detected_at: toTime(attributes.detected),
    impact_started_at: toTime(attributes.customer_impact_start),
    impact_ended_at: toTime(attributes.customer_impact_end),
    commander: nameOf(commander),
    responders: null,
    escalation_policy: null,
    dedup_keys: null,
    links: [],
    fields: Object.fromEntries(fields),
  }
  return toReading(value, { client, context, items: 1 })
})

async function findId(client: DatadogClient, number: number, context: Parameters<typeof readIncidents>[1]) {
  const { incidents, paged } = await readIncidents(client, context)
  const found = incidents.find(({ attributes }) => attributes.public_id === number)
  if (found !== undefined) return found.id
  if (paged.stop === 'failed') throw paged.error
  // A list that was cut does not show that there is none.
  if (isCut(paged))
    throw cannotAsk(
      'id',
      'there are too many incidents to look a number up',
      'give the id instead of the number',
    )
  throw notFound('id')
}
