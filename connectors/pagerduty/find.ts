import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { PagerdutyClient } from './client.ts'
import { readList } from './lists.ts'
import { askPart, notFound, type Proof } from './reading.ts'
import { type Reference, reference, text } from './values.ts'

const KINDS = Object.freeze({
  service: { path: 'services', needs: 'services.read' },
  team: { path: 'teams', needs: 'teams.read' },
  schedule: { path: 'schedules', needs: 'schedules.read' },
} as const)
type Kind = keyof typeof KINDS

const row = reference.extend({ name: text })
const priorities = z.looseObject({ priorities: z.array(z.looseObject({ name: z.string() })) })

// The thing of this name or id, or undefined when PagerDuty shows none. Throws when the list was not read to its end.
export async function findNamed(
  client: PagerdutyClient,
  { kind, wanted, context }: Readonly<{ kind: Kind; wanted: string; context: CallContext }>,
): Promise<Reference | undefined> {
  const { path, needs } = KINDS[kind]
  const ask = { path: [path], name: path, row, needs, context }
  // A query looks in names alone, so what looks like an id is looked for in the whole list.
  const query = /^[A-Z0-9]{7,14}$/.test(wanted) ? {} : { query: wanted }
  const paged = await readList(client, { ...ask, query })
  const found = paged.items.find((one) => one.id === wanted || (one.name ?? one.summary) === wanted)
  if (found === undefined && paged.stop === 'failed') throw paged.error
  return found
}

// The same, where the question cannot be asked without it. Throws ArgumentError when there is none.
export async function getNamed(
  client: PagerdutyClient,
  ask: Readonly<{ kind: Kind; wanted: string; context: CallContext }>,
): Promise<Reference> {
  const found = await findNamed(client, ask)
  if (found === undefined) throw notFound(ask.kind)
  return found
}

type Filters = Readonly<{ [K in Kind | 'severity']?: string | undefined }>

// What zero rows under filters rest on: each name must be known to PagerDuty, else nothing is proved.
export async function proveFilters(
  client: PagerdutyClient,
  filters: Filters,
  context: CallContext,
): Promise<Proof> {
  for (const kind of ['service', 'team', 'schedule'] as const) {
    const wanted = filters[kind]
    if (wanted === undefined) continue
    const { value } = await askPart(() => findNamed(client, { kind, wanted, context }))
    if (value === undefined) return { unproven: `${kind}_unknown` }
  }
  if (filters.severity !== undefined) {
    const { value } = await askPart(() =>
      client.ask({ path: ['priorities'], schema: priorities, context, needs: 'priorities.read' }),
    )
    const names = ['high', 'low', ...(value?.priorities.map(({ name }) => name) ?? [])]
    if (!names.includes(filters.severity)) return { unproven: 'severity_unknown' }
  }
  const isAny = Object.values(filters).some((one) => one !== undefined)
  return { proof: isAny ? 'existence_checked' : 'enumerated' }
}
