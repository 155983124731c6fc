import { z } from 'zod'

const text = z.string().nullish()
const warning = z.looseObject({ code: text }).nullish()
const meta = z.looseObject({ bytesScanned: z.number().nullish() }).nullish()
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

function answerOf<T extends z.ZodType>(type: string, result: T) {
  return z.object({
    status: z.literal('success'),
    data: z.object({
      type: z.literal(type),
      data: z.object({ results: z.array(result) }),
      meta,
      warning,
    }),
  })
}

const row = z.object({ timestamp: z.string(), data: z.record(z.string(), z.unknown()) })
export type RawRow = z.output<typeof row>
export const rawAnswer = answerOf('raw', z.object({ rows: z.array(row).nullish() }))

export const scalarAnswer = answerOf(
  'scalar',
  z.object({
    columns: z.array(z.looseObject({ name: z.string(), columnType: z.enum(['group', 'aggregation']) })),
    data: z.array(z.array(cell)).nullish(),
  }),
)

// A value that is zero may be written without itself.
const point = z.object({
  timestamp: z.number(),
  value: z.union([z.number(), z.string()]).nullish(),
  partial: z.boolean().nullish(),
})
export const seriesAnswer = answerOf(
  'time_series',
  z.object({
    aggregations: z
      .array(
        z.looseObject({
          series: z
            .array(
              z.object({
                labels: z
                  .array(z.object({ key: z.looseObject({ name: z.string() }), value: cell }))
                  .nullish(),
                values: z.array(point).nullish(),
              }),
            )
            .nullish(),
        }),
      )
      .nullish(),
  }),
)

const map = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {})

export const rulesAnswer = z.object({
  status: z.literal('success'),
  data: z.object({
    rules: z.array(
      z.looseObject({
        id: z.union([z.string(), z.number()]).transform(String),
        alert: z.string(),
        state: text,
        disabled: z.boolean().nullish(),
        labels: map,
        annotations: map,
        evalWindow: text,
      }),
    ),
  }),
})
export type RuleAnswer = z.output<typeof rulesAnswer>['data']['rules'][number]

export const alertsAnswer = z.object({
  status: z.literal('success'),
  data: z.array(
    z.object({
      labels: map,
      annotations: map,
      fingerprint: z.string(),
      startsAt: text,
      receivers: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])),
      status: z.object({
        state: z.string(),
        silencedBy: z.array(z.string()),
        inhibitedBy: z.array(z.string()),
      }),
    }),
  ),
})

export const channelsAnswer = z.object({
  status: z.literal('success'),
  data: z.array(
    z.object({ id: z.union([z.string(), z.number()]).transform(String), name: z.string(), type: z.string() }),
  ),
})

export const dashboardsAnswer = z.object({
  status: z.literal('success'),
  data: z.array(
    z.looseObject({
      id: z.union([z.string(), z.number()]).transform(String),
      updatedAt: text,
      data: z.looseObject({ title: z.string(), description: text, tags: z.array(z.string()).nullish() }),
    }),
  ),
})
