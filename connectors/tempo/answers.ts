import { withAnyOf } from '@vedette/connectors/kit'
import { z } from 'zod'

// Whole numbers of 64 bits are texts in the JSON of protocol buffers; a zero is left out.
const big = z.union([z.string().regex(/^\d{1,20}$/), z.number()]).transform((value) => BigInt(value))
const count = z.union([z.string().regex(/^\d{1,20}$/), z.number()]).transform(Number)

const attribute = z.object({
  key: z.string(),
  value: z.looseObject({
    stringValue: z.string().optional(),
    intValue: z.union([z.string(), z.number()]).optional(),
    doubleValue: z.number().optional(),
    boolValue: z.boolean().optional(),
  }),
})
export type Attribute = z.output<typeof attribute>

// Jobs of a search: fewer completed than there are means that a part was not looked at.
const metrics = z.looseObject({ completedJobs: count.optional(), totalJobs: count.optional() }).nullish()
export type JobMetrics = z.output<typeof metrics>
// Tempo leaves out a list without rows, and tells the cost of every answer.
const head = { metrics, status: z.string().nullish(), message: z.string().nullish() }

export const searchAnswer = withAnyOf(
  ['traces', 'metrics'],
  z.object({
    ...head,
    traces: z
      .array(
        z.object({
          traceID: z.string(),
          rootServiceName: z.string().nullish(),
          rootTraceName: z.string().nullish(),
          startTimeUnixNano: big,
          durationMs: z.number().nullish(),
          serviceStats: z
            .record(z.string(), z.object({ spanCount: count.default(0), errorCount: count.default(0) }))
            .nullish(),
        }),
      )
      .nullish(),
  }),
)

const span = z.object({
  spanId: z.string(),
  parentSpanId: z.string().default(''),
  name: z.string().default(''),
  kind: z.union([z.string(), z.number()]).default('SPAN_KIND_UNSPECIFIED'),
  startTimeUnixNano: big,
  endTimeUnixNano: big,
  attributes: z.array(attribute).default([]),
  status: z
    .object({ code: z.union([z.string(), z.number()]).optional(), message: z.string().optional() })
    .default({}),
})
const batch = z.object({
  resource: z.object({ attributes: z.array(attribute).default([]) }).default({ attributes: [] }),
  scopeSpans: z.array(z.object({ spans: z.array(span).default([]) })).default([]),
})
export const traceAnswer = z.object({
  ...head,
  trace: z.object({ resourceSpans: z.array(batch).optional(), batches: z.array(batch).optional() }).nullish(),
})
export type SpanAnswer = z.output<typeof span>

export const tagsAnswer = withAnyOf(
  ['scopes', 'metrics'],
  z.object({
    ...head,
    scopes: z.array(z.object({ name: z.string(), tags: z.array(z.string()).nullish() })).nullish(),
  }),
)
export const valuesAnswer = withAnyOf(
  ['tagValues', 'metrics'],
  z.object({
    ...head,
    tagValues: z.array(z.object({ type: z.string().nullish(), value: z.string() })).nullish(),
  }),
)

const labels = z.array(attribute).nullish()
// A sample that is zero is written without its value.
const value = z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]).nullish()

// A sample's number; null for one that is none.
export function toNumber(told: z.output<typeof value>): number | null {
  return typeof told === 'string' ? null : (told ?? 0)
}

export const rangeAnswer = withAnyOf(
  ['series', 'metrics'],
  z.object({
    ...head,
    series: z
      .array(z.object({ labels, samples: z.array(z.object({ timestampMs: count, value: value })).nullish() }))
      .nullish(),
  }),
)
export const instantAnswer = withAnyOf(
  ['series', 'metrics'],
  z.object({
    ...head,
    series: z.array(z.object({ labels, value: value })).nullish(),
  }),
)

// Attributes as names and texts.
export function toTags(attributes: readonly Attribute[]): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value: one }) => {
      const told = one.stringValue ?? one.intValue ?? one.doubleValue ?? one.boolValue
      return [key, told === undefined ? JSON.stringify(one).slice(0, 1024) : String(told).slice(0, 1024)]
    }),
  )
}
