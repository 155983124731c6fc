import { z } from 'zod'

const text = z.string().nullish()
const map = z
  .record(z.string(), z.string())
  .nullish()
  .transform((value) => value ?? {})

export const searchRows = z.array(
  z.object({
    uid: z.string(),
    title: z.string(),
    tags: z.array(z.string()).nullish(),
    folderUid: text,
    folderTitle: text,
    url: text,
    description: text,
  }),
)

const source = z.union([z.string(), z.looseObject({ uid: text, type: text })]).nullish()
const panel = z.looseObject({
  id: z.number().nullish(),
  title: text,
  type: text,
  description: text,
  datasource: source,
  targets: z.array(z.looseObject({ refId: text, datasource: source })).nullish(),
  fieldConfig: z
    .looseObject({
      defaults: z
        .looseObject({
          unit: text,
          thresholds: z
            .looseObject({ steps: z.array(z.looseObject({ value: z.number().nullish() })).nullish() })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
})
export type PanelAnswer = z.output<typeof panel>
export type SourceAnswer = z.output<typeof source>
export const dashboardAnswer = z.object({
  dashboard: z.looseObject({
    uid: z.string(),
    title: z.string(),
    description: text,
    tags: z.array(z.string()).nullish(),
    version: z.number().nullish(),
    panels: z.array(panel.extend({ panels: z.array(panel).nullish() })).nullish(),
    templating: z
      .looseObject({
        list: z
          .array(
            z.looseObject({
              name: z.string(),
              type: text,
              query: z.unknown(),
              current: z.looseObject({ value: z.unknown() }).nullish(),
            }),
          )
          .nullish(),
      })
      .nullish(),
  }),
  meta: z.looseObject({ folderTitle: text, updated: text, updatedBy: text, url: text }),
})

const datasource = z.object({
  uid: z.string(),
  name: z.string(),
  type: z.string(),
  url: text,
  access: text,
  database: text,
  isDefault: z.boolean().nullish(),
  readOnly: z.boolean().nullish(),
})
export const datasourceAnswer = datasource
export const datasourceRows = z.array(datasource)
export const healthAnswer = z.object({ status: z.string(), message: text })

export const annotationRows = z.array(
  z.object({
    id: z.number(),
    time: z.number(),
    timeEnd: z.number().nullish(),
    text: text,
    tags: z.array(z.string()).nullish(),
    login: text,
    dashboardUID: text,
    alertName: text,
  }),
)
export const annotationMade = z.object({ id: z.number() })

const ruleAlert = z.object({ labels: map, annotations: map, state: z.string(), activeAt: text })
const rule = z.object({
  uid: text,
  type: z.enum(['alerting', 'recording']),
  name: z.string(),
  query: z.string().default(''),
  state: text,
  health: z.string(),
  lastError: text,
  lastEvaluation: text,
  duration: z.number().nullish(),
  isPaused: z.boolean().nullish(),
  labels: map,
  annotations: map,
  alerts: z.array(ruleAlert).nullish(),
})
export type RuleAnswer = z.output<typeof rule>
export const rulesAnswer = z.object({
  status: z.literal('success'),
  data: z.object({
    groups: z.array(
      z.object({
        name: z.string(),
        file: z.string().default(''),
        interval: z.number().nullish(),
        rules: z.array(rule),
      }),
    ),
    groupNextToken: text,
  }),
})

export const managerAlerts = z.array(
  z.object({
    labels: map,
    fingerprint: z.string(),
    receivers: z.array(z.object({ name: z.string() })),
    // Absent is not the same as neither silenced nor inhibited.
    status: z.object({
      state: z.string(),
      silencedBy: z.array(z.string()),
      inhibitedBy: z.array(z.string()),
    }),
  }),
)
export const silenceRows = z.array(
  z.object({
    id: z.string(),
    status: z.object({ state: z.string() }),
    comment: z.string().default(''),
    createdBy: text,
    startsAt: text,
    endsAt: text,
    matchers: z.array(
      z.object({
        name: z.string(),
        value: z.string(),
        isRegex: z.boolean(),
        isEqual: z.boolean().default(true),
      }),
    ),
  }),
)
export const contactPoints = z.array(z.object({ uid: text, name: z.string(), type: z.string() }))

export type PolicyAnswer = Readonly<{
  receiver?: string | null | undefined
  group_by?: readonly string[] | null | undefined
  group_wait?: string | null | undefined
  group_interval?: string | null | undefined
  repeat_interval?: string | null | undefined
  continue?: boolean | null | undefined
  mute_time_intervals?: readonly string[] | null | undefined
  object_matchers?: readonly (readonly string[])[] | null | undefined
  routes?: readonly PolicyAnswer[] | null | undefined
}>
export const policyAnswer: z.ZodType<PolicyAnswer> = z.lazy(() =>
  z.object({
    receiver: text,
    group_by: z.array(z.string()).nullish(),
    group_wait: text,
    group_interval: text,
    repeat_interval: text,
    continue: z.boolean().nullish(),
    mute_time_intervals: z.array(z.string()).nullish(),
    object_matchers: z.array(z.array(z.string())).nullish(),
    routes: z.array(policyAnswer).nullish(),
  }),
)

export const sloRows = z.object({
  slos: z.array(
    z.looseObject({
      uuid: z.string(),
      name: z.string(),
      objectives: z.array(z.looseObject({ value: z.number(), window: z.string() })).nullish(),
      labels: z.array(z.object({ key: z.string(), value: z.string() })).nullish(),
    }),
  ),
})
