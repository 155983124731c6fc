import type { Paged } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { DatadogClient } from './client.ts'
import { toPage } from './links.ts'
import { readList } from './pages.ts'
import { number, text, texts, toMs, toTags } from './values.ts'

const status = z.object({
  timeframe: text,
  status: number,
  error_budget_remaining: number,
  state: text,
  target: number,
  indexed_at: number,
  error: text,
})
const found = z.object({
  data: z.object({
    id: z.string(),
    attributes: z.object({
      name: text,
      description: text,
      slo_type: text,
      all_tags: texts,
      service_tags: texts,
      overall_status: z.array(status).nullish(),
      thresholds: z.array(z.object({ timeframe: text, target: number })).nullish(),
    }),
  }),
})
export type FoundSlo = z.output<typeof found>
const page = z.object({ data: z.object({ attributes: z.object({ slos: z.array(found) }) }) })

// Every objective with where it stands.
export async function readSlos(
  client: DatadogClient,
  context: CallContext,
): Promise<Readonly<{ slos: readonly FoundSlo[]; paged: Paged<unknown> }>> {
  const { answers, paged } = await readList(client, {
    path: ['v1', 'slo', 'search'],
    page: { size: 'page[size]', place: 'page[number]', by: 'page', rows: 100 },
    schema: page,
    rowsOf: ({ data }) => data.attributes.slos,
    needs: 'slos_read',
    context,
  })
  return { slos: answers.flatMap(({ data }) => data.attributes.slos), paged }
}

const KINDS = Object.freeze({ metric: 'ratio', monitor: 'monitor', time_slice: 'time_slice' } as const)
const STATES = Object.freeze({
  ok: 'met',
  warning: 'at_risk',
  breached: 'breached',
  no_data: 'no_data',
} as const)
const WORST = ['breached', 'unknown', 'no_data', 'at_risk', 'met'] as const
// An attainment that Datadog computed longer ago says nothing of now.
const MAX_AGE_MS = 86_400_000

// What kind of measurement an objective has.
export function toKind(word: string | null | undefined) {
  return word != null && Object.hasOwn(KINDS, word) ? KINDS[word as keyof typeof KINDS] : ('unknown' as const) // just checked
}

// A timeframe such as 30d in days; null when it is none.
export function toDays(timeframe: string | null | undefined): number | null {
  const days = /^(\d{1,3})d$/.exec(timeframe ?? '')?.[1]
  return days === undefined ? null : Number(days)
}

// A percentage as a share; null stays null.
export function toShare(percent: number | null | undefined): number | null {
  return percent == null ? null : Number((percent / 100).toPrecision(10))
}

type Status = z.output<typeof status>

function toState({ state, error, indexed_at }: Status, now: number): (typeof WORST)[number] {
  const at = toMs(indexed_at)
  if ((error ?? '') !== '' || state == null || !Object.hasOwn(STATES, state)) return 'unknown'
  const word = STATES[state as keyof typeof STATES] // just checked
  return at !== undefined && now - at > MAX_AGE_MS && word !== 'breached' ? 'unknown' : word
}

// One objective by the worst of its timeframes. What has no status is `no_data`, never met.
export function toSloRow(client: DatadogClient, { data }: FoundSlo, now: number) {
  const { attributes, id } = data
  const told = (attributes.overall_status ?? []).map((one) => ({ one, state: toState(one, now) }))
  const worst = WORST.flatMap((word) => told.find(({ state }) => state === word) ?? [])[0]
  const target = worst?.one.target ?? attributes.thresholds?.[0]?.target
  const days = toDays(worst?.one.timeframe ?? attributes.thresholds?.[0]?.timeframe)
  return {
    id,
    name: attributes.name ?? '',
    service:
      attributes.service_tags[0]?.replace(/^service:/, '') ?? toTags(attributes.all_tags).service ?? null,
    kind: toKind(attributes.slo_type),
    objective: toShare(target),
    period_days: days,
    attained: toShare(worst?.one.status),
    budget_left: toShare(worst?.one.error_budget_remaining),
    state: worst?.state ?? ('no_data' as const),
    tags: toTags(attributes.all_tags),
    url: toPage(client, '/slo', { slo_id: id }),
  }
}

// How bad a state is, worst first.
export function rankOf(state: (typeof WORST)[number]): number {
  return WORST.indexOf(state)
}

const definition = z.object({
  data: z.object({
    id: z.string(),
    name: text,
    description: text,
    type: text,
    tags: texts,
    monitor_ids: z.array(z.number()).nullish(),
    query: z.object({ numerator: text, denominator: text }).nullish(),
    thresholds: z.array(z.object({ timeframe: text, target: number, warning: number })).nullish(),
    configured_alert_ids: z.array(z.number()).nullish(),
  }),
})
export type SloDefinition = z.output<typeof definition>['data']

// One objective's definition.
export async function readSlo(
  client: DatadogClient,
  id: string,
  context: CallContext,
): Promise<SloDefinition> {
  const query = { with_configured_alert_ids: 'true' }
  const { data } = await client.ask({
    path: ['v1', 'slo', id],
    query,
    schema: definition,
    needs: 'slos_read',
    context,
  })
  return data
}

const history = z.object({
  data: z.object({
    overall: z
      .object({
        sli_value: number,
        errors: z.array(z.unknown()).nullish(),
        error_budget_remaining: z.record(z.string(), z.number().nullable()).nullish(),
      })
      .nullish(),
  }),
  errors: z.array(z.unknown()).nullish(),
})

// What was reached in a span, in percent; null when Datadog has none or met an error while computing it.
export async function readAttained(
  client: DatadogClient,
  slo: Readonly<{ id: string; target?: number | null | undefined }>,
  over: Readonly<{ from: number; to: number; context: CallContext }>,
): Promise<Readonly<{ attained: number | null; budget: number | null }>> {
  const { data, errors } = await client.ask({
    path: ['v1', 'slo', slo.id, 'history'],
    query: {
      from_ts: String(Math.floor(over.from / 1000)),
      to_ts: String(Math.floor(over.to / 1000)),
      ...(slo.target == null ? {} : { target: String(slo.target) }),
    },
    schema: history,
    needs: 'slos_read',
    context: over.context,
  })
  const failed = (errors ?? []).length > 0 || (data.overall?.errors ?? []).length > 0
  const budgets = Object.values(data.overall?.error_budget_remaining ?? {})
  return failed
    ? { attained: null, budget: null }
    : { attained: data.overall?.sli_value ?? null, budget: budgets[0] ?? null }
}
