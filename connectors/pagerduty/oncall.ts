import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { PagerdutyClient } from './client.ts'
import { readList } from './lists.ts'
import { reference, references, text } from './values.ts'

const schedule = z.looseObject({
  id: z.string(),
  name: z.string(),
  time_zone: text,
  teams: references,
  users: references,
  escalation_policies: references,
  html_url: text,
})
export type Schedule = z.output<typeof schedule>

const duty = z.looseObject({
  user: reference.nullish(),
  schedule: reference.nullish(),
  escalation_policy: reference,
  escalation_level: z.number().nullish(),
  start: text,
  end: text,
})
export type Duty = z.output<typeof duty>

const people = z.looseObject({ users: z.array(reference) })

// Every schedule that the token may see.
export function readSchedules(client: PagerdutyClient, context: CallContext) {
  const ask = { path: ['schedules'], name: 'schedules', row: schedule, needs: 'schedules.read', context }
  return readList(client, { ...ask, query: { 'include[]': ['teams'] } })
}

// Who is on call at an instant, by policy and level; schedules that no policy uses are not among them.
export function readDuties(
  client: PagerdutyClient,
  { at, policies, context }: Readonly<{ at: number; policies?: readonly string[]; context: CallContext }>,
) {
  const span = { since: new Date(at).toISOString(), until: new Date(at + 1000).toISOString() }
  return readList(client, {
    path: ['oncalls'],
    query: {
      ...span,
      'include[]': ['users'],
      ...(policies === undefined ? {} : { 'escalation_policy_ids[]': policies }),
    },
    name: 'oncalls',
    row: duty,
    needs: 'oncalls.read',
    context,
  })
}

// Whether a schedule has anybody at an instant.
export async function isCovered(
  client: PagerdutyClient,
  { id, at, context }: Readonly<{ id: string; at: number; context: CallContext }>,
): Promise<boolean> {
  const { users } = await client.ask({
    path: ['schedules', id, 'users'],
    query: { since: new Date(at).toISOString(), until: new Date(at + 1000).toISOString() },
    schema: people,
    context,
    needs: 'schedules.read',
  })
  return users.length > 0
}
