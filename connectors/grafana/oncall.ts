import { type Paged, readPages } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { GrafanaClient } from './client.ts'

const text = z.string().nullish()
const schedule = z.object({
  id: z.string(),
  name: z.string(),
  team_id: text,
  time_zone: text,
  // Absent is not nobody.
  on_call_now: z.array(z.string()),
})
const user = z.object({ id: z.string(), username: text, name: text })
const team = z.object({ id: z.string(), name: z.string() })

type Listed<S extends z.ZodType> = Readonly<{ name: string; row: S; needs: string; context: CallContext }>

// Reads a list of the OnCall API to its end. Pages are asked by number: the address of the next one, which the answer
// also tells, is never followed.
async function readList<S extends z.ZodType>(
  client: GrafanaClient,
  { name, row, needs, context }: Listed<S>,
): Promise<Paged<z.output<S>>> {
  const schema = z.object({ results: z.array(row), next: z.string().nullable() })
  return readPages<z.output<S>>(
    async (page = '1') => {
      const { results, next } = await client.askOncall({
        ...{ path: [name], query: { page, perpage: '100' }, schema, needs, context },
      })
      return { items: results, ...(next === null ? {} : { next: String(Number(page) + 1) }) }
    },
    { maxItems: 5000 },
  )
}

// Every schedule that the credential may see, with who is on call now.
export function readSchedules(client: GrafanaClient, context: CallContext) {
  const needs = 'grafana-irm-app.schedules:read'
  return readList(client, { name: 'schedules', row: schedule, needs, context })
}

// People by id.
export async function readPeople(client: GrafanaClient, context: CallContext) {
  const needs = 'grafana-irm-app.user-settings:read'
  const paged = await readList(client, { name: 'users', row: user, needs, context })
  if (paged.stop === 'failed') throw paged.error
  return new Map(paged.items.map((one) => [one.id, one.name ?? one.username ?? null]))
}

// Names of teams by id.
export async function readTeams(client: GrafanaClient, context: CallContext) {
  const needs = 'grafana-irm-app.user-settings:read'
  const paged = await readList(client, { name: 'teams', row: team, needs, context })
  if (paged.stop === 'failed') throw paged.error
  return new Map(paged.items.map((one) => [one.id, one.name]))
}

// Why a list is not whole, and the part of a page that could not be read.
export function tellGaps(paged: Paged<unknown>) {
  if (paged.stop === 'end') return {}
  if (paged.stop === 'cap') return { cut: 'page' as const }
  return {
    cut: 'by_source' as const,
    beside: [{ scope: {}, state: paged.error.state, ...paged.error.carried }],
  }
}
