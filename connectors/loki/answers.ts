import { z } from 'zod'

// A label whose name records cannot hold would vanish, and two streams with it.
const labels = z
  .custom<unknown>(
    (value) => typeof value !== 'object' || value === null || !Object.hasOwn(value, '__proto__'),
  )
  .pipe(z.record(z.string(), z.string()))

const nanoseconds = z.string().regex(/^\d{1,19}$/)
const entry = z.union([
  z.tuple([nanoseconds, z.string()]),
  z.tuple([
    nanoseconds,
    z.string(),
    z.looseObject({ structuredMetadata: labels.optional(), parsed: labels.optional() }),
  ]),
])
const sample = z.tuple([z.number(), z.string()])
const stats = z
  .looseObject({ summary: z.looseObject({ totalBytesProcessed: z.number().nullish() }).nullish() })
  .nullish()

const head = { status: z.literal('success'), warnings: z.array(z.string()).nullish() }

export const streamsAnswer = z.object({
  ...head,
  data: z.object({
    resultType: z.literal('streams'),
    result: z.array(z.object({ stream: labels, values: z.array(entry) })),
    stats,
  }),
})
export const matrixAnswer = z.object({
  ...head,
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(z.object({ metric: labels, values: z.array(sample) })),
    stats,
  }),
})
export const vectorAnswer = z.object({
  ...head,
  data: z.object({
    resultType: z.literal('vector'),
    result: z.array(z.object({ metric: labels, value: sample })),
    stats,
  }),
})

// Loki leaves the list out where it has nothing to tell: nothing was told then, which is not an empty list.
export const namesAnswer = z.object({ ...head, data: z.array(z.string()).nullish() })
export const seriesAnswer = z.object({ ...head, data: z.array(labels).nullish() })

export const indexStats = z.object({
  streams: z.number(),
  chunks: z.number(),
  entries: z.number(),
  bytes: z.number(),
})

export const detectedFields = z.object({
  fields: z
    .array(
      z.object({
        label: z.string(),
        type: z.string().nullish(),
        cardinality: z.number().nullish(),
        parsers: z.array(z.string()).nullish(),
      }),
    )
    .nullish(),
  limit: z.number().nullish(),
})
export const detectedValues = z.object({ values: z.array(z.string()).nullish(), limit: z.number().nullish() })

export const patternsAnswer = z.object({
  status: z.literal('success'),
  data: z
    .array(
      z.object({
        pattern: z.string(),
        level: z.string().nullish(),
        samples: z.array(z.tuple([z.number(), z.number()])),
      }),
    )
    .nullish(),
})

export const buildInfo = z.looseObject({ version: z.string().nullish() })
