import { cloudServiceHealthList } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import { holds, maybeText, maybeTime, placeOf, toWord } from '../values.ts'

const event = z.object({
  name: z.string(),
  title: maybeText,
  description: maybeText,
  category: maybeText,
  state: maybeText,
  relevance: maybeText,
  eventImpacts: z
    .array(
      z.object({
        product: z.object({ productName: maybeText }).optional(),
        location: z.object({ locationName: maybeText }).optional(),
      }),
    )
    .default([]),
  updateTime: maybeTime,
  startTime: maybeTime,
  endTime: maybeTime,
})
const KINDS = Object.freeze({ INCIDENT: 'issue' } as const)
const STATES = Object.freeze({ ACTIVE: 'open', CLOSED: 'closed' } as const)
// Google's own word that an event does not touch the project.
const ELSEWHERE = 'NOT_IMPACTED'

// Incidents of Google Cloud that its Service Health says may touch the project; it knows no planned changes.
export const serveServiceHealthList = serveList(cloudServiceHealthList, {
  async read(reader, input) {
    const [from, to] = [Date.parse(input.from), Date.parse(input.to)]
    const list = await collect(reader, {
      service: 'health',
      path: ['projects', reader.project.id, 'locations', 'global', 'events'],
      query: { view: 'EVENT_VIEW_FULL' },
      field: 'events',
      row: event,
      size: ['pageSize', 100],
      needs: 'servicehealth.events.list',
    })
    const rows = mapRows(list, (all) =>
      all
        .filter((one) => one.relevance !== ELSEWHERE)
        .filter((one) => Date.parse(one.startTime ?? input.from) <= to)
        .filter((one) => Date.parse(one.endTime ?? input.to) >= from)
        .map((one) => {
          const products = one.eventImpacts.flatMap(({ product }) => product?.productName ?? [])
          const places = new Set(one.eventImpacts.flatMap(({ location }) => location?.locationName ?? []))
          return {
            id: one.name,
            ...placeOf(reader, places.size === 1 ? ([...places][0] ?? null) : null),
            service: [...new Set(products)].join(', ') || 'unknown',
            kind: toWord(KINDS, one.category),
            state: toWord(STATES, one.state),
            title: one.title ?? 'incident without a title',
            description: one.description,
            started_at: one.startTime,
            ended_at: one.endTime,
            updated_at: one.updateTime,
            affected: null,
            url: null,
          }
        })
        .filter((row) => row.service === 'unknown' || holds(row.service, input.service))
        .filter((row) => input.kind === undefined || row.kind === input.kind || row.kind === 'unknown')
        .filter((row) => !input.open_only || row.state !== 'closed'),
    )
    return {
      ...rows,
      ...(input.kind === 'planned_change' ? { unproven: 'planned_changes_are_not_told' } : {}),
    }
  },
  keyOf: (row) => [-(Date.parse(row.started_at ?? '') || 0), row.id],
  toValue: ({ rows, total }) => ({ events: [...rows], view: 'account' as const, total }),
})
