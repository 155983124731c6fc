import { z } from 'zod'
import { number, text } from './values.ts'

const frame = z.looseObject({
  function: text,
  module: text,
  filename: text,
  lineNo: number,
  inApp: z.boolean().nullish(),
})
const exception = z.looseObject({
  type: text,
  value: text,
  mechanism: z.looseObject({ handled: z.boolean().nullish() }).nullish(),
  stacktrace: z.looseObject({ frames: z.array(frame).nullish() }).nullish(),
})

// One event with its parts; each part is checked where it is used.
export const eventSchema = z.looseObject({
  eventID: z.string(),
  groupID: text,
  title: text,
  message: text,
  dateCreated: text,
  dateReceived: text,
  type: text,
  metadata: z.looseObject({ type: text }).nullish(),
  tags: z.array(z.looseObject({ key: z.string(), value: text })).nullish(),
  entries: z.array(z.looseObject({ type: z.string(), data: z.unknown() })),
  contexts: z
    .looseObject({
      trace: z.looseObject({ trace_id: text }).nullish(),
      runtime: z.looseObject({ name: text, version: text }).nullish(),
      os: z.looseObject({ name: text, version: text }).nullish(),
      response: z.looseObject({ status_code: number }).nullish(),
    })
    .nullish(),
})
export type Event = z.output<typeof eventSchema>

const exceptions = z.looseObject({ values: z.array(exception) })
const crumbs = z.looseObject({
  values: z.array(z.looseObject({ timestamp: text, category: text, level: text, message: text })),
})
const request = z.looseObject({ method: text, url: text })
const MAX_FRAMES = 100

// The part of an event of one kind, parsed; undefined when it has none or Sentry's shape is another.
function entryOf<S extends z.ZodType>(event: Event, type: string, schema: S): z.output<S> | undefined {
  const found = event.entries.find((one) => one.type === type)
  const parsed = schema.safeParse(found?.data)
  return parsed.success ? parsed.data : undefined
}

// Exceptions with their stacks, variables and source lines left out.
export function toExceptions(event: Event) {
  return (entryOf(event, 'exception', exceptions)?.values ?? []).map((one) => ({
    type: one.type ?? null,
    message: one.value ?? null,
    handled: one.mechanism?.handled ?? null,
    frames: (one.stacktrace?.frames ?? []).slice(-MAX_FRAMES).map((each) => ({
      function: each.function ?? null,
      module: each.module ?? null,
      file: each.filename ?? null,
      line: each.lineNo ?? null,
      in_app: each.inApp ?? null,
    })),
  }))
}

// What the application noted before the error.
export function toBreadcrumbs(event: Event) {
  return (entryOf(event, 'breadcrumbs', crumbs)?.values ?? []).slice(-100).map((one) => ({
    at: one.timestamp ?? null,
    category: one.category ?? null,
    level: one.level ?? null,
    message: one.message ?? null,
  }))
}

// The request line, without headers, cookies, query and body.
export function toRequest(event: Event) {
  const told = entryOf(event, 'request', request)
  if (told === undefined) return null
  return {
    method: told.method ?? null,
    url: told.url?.replace(/[?#].*$/s, '') ?? null,
    status_code: event.contexts?.response?.status_code ?? null,
  }
}

// A tag's value, or null.
export function tagOf(event: Event, key: string): string | null {
  return event.tags?.find((one) => one.key === key)?.value ?? null
}

// Tags without those that name the user.
export function toTags(event: Event): Record<string, string> {
  return Object.fromEntries(
    (event.tags ?? [])
      .filter(({ key }) => !/^user(?:\.|$)/.test(key))
      .map(({ key, value }) => [key, value ?? '']),
  )
}

// What a program ran on, by name and version.
export function toNamed(
  one: Readonly<{ name?: string | null | undefined; version?: string | null | undefined }> | null | undefined,
) {
  if (one?.name == null) return null
  return one.version == null ? one.name : `${one.name} ${one.version}`
}
