import { checkSegment } from '@vedette/connectors/kit'
import { type CallContext, serve } from '@vedette/proto/connector'
import { incidentsRelatedList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { PagerdutyClient } from '../client.ts'
import { readIncident, toRow } from '../incidents.ts'
import { askOne, askPart, toReading } from '../reading.ts'
import { text } from '../values.ts'

const mention = z.looseObject({ id: z.string(), title: text, created_at: text })
const relatedSchema = z.looseObject({
  related_incidents: z.array(
    z.looseObject({ incident: mention, relationships: z.array(z.looseObject({ type: text })).nullish() }),
  ),
})
const pastSchema = z.looseObject({
  past_incidents: z.array(z.looseObject({ incident: mention, score: z.number().nullish() })),
  total: z.number().nullish(),
})
const RELATIONS = Object.freeze({
  service_dependency: 'same_service',
  machine_learning_inferred: 'other',
} as const)
// Incidents that are read in full for one answer, one question each.
const MAX_READ = 25
type Relation = 'same_time' | 'same_service' | 'similar_past' | 'other'
type Mention = Readonly<{ id: string; relation: Relation; score: number | null; because: string | null }>

// What PagerDuty holds to be related now, and alike in the past; each is read by its id for what is known of it.
export const serveIncidentsRelatedList = serve(
  incidentsRelatedList,
  async (client: PagerdutyClient, input, context) => {
    const segment = checkSegment('name', input.id, 'id')
    const related = await askPart(() => readRelated(client, segment, context))
    const past = input.past ? await askPart(() => readPast(client, segment, context)) : undefined
    const halves = past === undefined ? [related] : [related, past]
    const mentions = halves.flatMap(({ value }) => value?.mentions ?? [])
    const wanted = mentions.slice(0, Math.min(input.limit, MAX_READ))
    const incidents = []
    const failed = halves.flatMap((half) => half.failed)
    for (const { id, ...rest } of wanted) {
      const one = await askPart(() => readIncident(client, id, context))
      failed.push(...one.failed)
      if (one.value !== undefined) incidents.push({ incident: toRow(one.value), ...rest })
    }
    const isCut = wanted.length < mentions.length || halves.some(({ value }) => value?.isCut === true)
    const isUnread = mentions.length > 0 || halves.every(({ value }) => value === undefined)
    return toReading(
      { incidents, total: isCut || failed.length > 0 ? null : incidents.length },
      {
        client,
        context,
        items: incidents.length,
        cut: isCut ? 'rows' : undefined,
        failed,
        isBlind: incidents.length === 0 && failed.length > 0 && isUnread,
        isAccountWide: true,
        proof: { proof: 'existence_checked' },
      },
    )
  },
)

type Half = Readonly<{ mentions: readonly Mention[]; isCut: boolean }>

async function readRelated(client: PagerdutyClient, id: string, context: CallContext): Promise<Half> {
  const ask = {
    path: ['incidents', id, 'related_incidents'],
    schema: relatedSchema,
    context,
    needs: 'incidents.read',
  }
  const { related_incidents: rows } = await askOne('id', () => client.ask(ask))
  const mentions = rows.map(({ incident, relationships }): Mention => {
    const type = relationships?.[0]?.type ?? ''
    const isKnown = Object.hasOwn(RELATIONS, type)
    const relation = isKnown ? RELATIONS[type as keyof typeof RELATIONS] : 'other' // just checked
    return { id: incident.id, relation, score: null, because: type || null }
  })
  return { mentions, isCut: false }
}

async function readPast(client: PagerdutyClient, id: string, context: CallContext): Promise<Half> {
  const { past_incidents: rows, total } = await askOne('id', () =>
    client.ask({
      path: ['incidents', id, 'past_incidents'],
      query: { limit: '100', total: 'true' },
      schema: pastSchema,
      context,
      needs: 'incidents.read',
    }),
  )
  const mentions = rows.map(
    ({ incident, score }): Mention => ({
      id: incident.id,
      relation: 'similar_past',
      score: score ?? null,
      because: null,
    }),
  )
  return { mentions, isCut: rows.length < (total ?? 0) }
}
