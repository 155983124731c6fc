import { z } from 'zod'
import { toLabelKey } from './fingerprint.ts'

// A label whose name records cannot hold would vanish, and two series with it.
const labels = z
  .custom<unknown>(
    (value) => typeof value !== 'object' || value === null || !Object.hasOwn(value, '__proto__'),
  )
  .pipe(z.record(z.string(), z.string()))
const sampleText = z.tuple([z.number(), z.string()])
const histogram = z.tuple([z.number(), z.looseObject({ count: z.string(), sum: z.string() })])
const text = z.string().default('')
// A list as Go writes it: null is an empty one, an absent one was not told.
const listOf = <S extends z.ZodType>(item: S) =>
  z
    .array(item)
    .nullable()
    .transform((list) => list ?? [])
const map = labels.nullish().transform((value) => value ?? {})

// What every answer of the HTTP API stands in; `isPartial` is VictoriaMetrics' word for warnings.
export const envelope = z.object({
  status: z.literal('success'),
  data: z.unknown(),
  warnings: z.array(z.string()).nullish(),
  infos: z.array(z.string()).nullish(),
  isPartial: z.boolean().nullish(),
})

const vectorRow = z.object({ metric: labels, value: sampleText.optional(), histogram: histogram.optional() })
const matrixRow = z
  .object({
    metric: labels,
    values: z.array(sampleText).optional(),
    histograms: z.array(histogram).optional(),
  })
  // A series has samples of one kind at least; one that tells neither is not an empty one.
  .refine(({ values, histograms }) => values !== undefined || histograms !== undefined)
  .transform(({ metric, values = [], histograms = [] }) => ({ metric, values, histograms }))
export type VectorRow = z.output<typeof vectorRow>
export type MatrixRow = z.output<typeof matrixRow>

export const queryData = z.discriminatedUnion('resultType', [
  z.object({ resultType: z.literal('vector'), result: z.array(vectorRow) }),
  z.object({ resultType: z.literal('matrix'), result: z.array(matrixRow) }),
  z.object({ resultType: z.literal('scalar'), result: sampleText }),
  z.object({ resultType: z.literal('string'), result: sampleText }),
])
export type QueryData = z.output<typeof queryData>
export const rangeData = z.object({ resultType: z.literal('matrix'), result: z.array(matrixRow) })

// Sets: what is told twice counts once.
export const nameList = z.array(z.string()).transform((names) => [...new Set(names)])
export const seriesData = z
  .array(labels)
  .transform((all) => [...new Map(all.map((one) => [toLabelKey(one), one])).values()])
export const metadataData = z.record(z.string(), z.array(z.object({ type: text, help: text, unit: text })))

const target = z.object({
  labels,
  scrapePool: text,
  scrapeUrl: text,
  lastError: text,
  lastScrape: text,
  lastScrapeDuration: z.number().nullish(),
  health: z.string(),
  scrapeInterval: text,
})
export type TargetAnswer = z.output<typeof target>
export const targetsData = z.object({ activeTargets: z.array(target) })

const ruleAlert = z.object({ labels, annotations: map, state: z.string(), activeAt: text })
export type RuleAlertAnswer = z.output<typeof ruleAlert>
const rule = z.object({
  type: z.enum(['alerting', 'recording']),
  name: z.string(),
  query: text,
  state: z.string().nullish(),
  health: z.string(),
  lastError: text,
  lastEvaluation: text,
  duration: z.number().nullish(),
  labels: map,
  annotations: map,
  alerts: z.array(ruleAlert).nullish(),
})
export type RuleAnswer = z.output<typeof rule>
const group = z.object({
  name: z.string(),
  file: text,
  interval: z.number().default(0),
  rules: listOf(rule),
})
export const rulesData = z.object({
  groups: listOf(group),
  groupNextToken: z.string().nullish(),
})
export type RulesData = z.output<typeof rulesData>

export const buildInfo = z.looseObject({
  version: text,
  revision: text,
  goVersion: text,
  application: z.string().optional(),
})

const managerAlert = z.object({
  labels,
  annotations: map,
  fingerprint: z.string(),
  startsAt: text,
  generatorURL: text,
  receivers: z.array(z.object({ name: z.string() })),
  status: z.object({
    state: z.string(),
    // Absent is not the same as neither silenced nor inhibited.
    silencedBy: z.array(z.string()),
    inhibitedBy: z.array(z.string()),
  }),
})
export type ManagerAlert = z.output<typeof managerAlert>
export const managerAlerts = z.array(managerAlert)

export const managerSilences = z.array(
  z.object({
    id: z.string(),
    status: z.object({ state: z.string() }),
    comment: text,
    createdBy: text,
    startsAt: text,
    endsAt: text,
    matchers: z.array(
      z.object({
        name: z.string(),
        value: z.string(),
        isRegex: z.boolean(),
        // Absent before Alertmanager 0.22, where every matcher was positive.
        isEqual: z.boolean().default(true),
      }),
    ),
  }),
)
export const managerStatus = z.looseObject({
  config: z.object({ original: z.string() }),
  versionInfo: z.looseObject({ version: text }).optional(),
})
