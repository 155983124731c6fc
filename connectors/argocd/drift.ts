import { z } from 'zod'

export const managedSchema = z.object({
  group: z.string().nullish(),
  kind: z.string(),
  namespace: z.string().nullish(),
  name: z.string(),
  hook: z.boolean().nullish(),
  // Manifests as JSON in a text; `null` and nothing stand for none.
  targetState: z.string().nullish(),
  liveState: z.string().nullish(),
  normalizedLiveState: z.string().nullish(),
  predictedLiveState: z.string().nullish(),
})
export type Managed = z.output<typeof managedSchema>

export type Drift = Readonly<{
  kind: string
  namespace: string | null
  name: string
  change: 'modified' | 'missing' | 'extra'
  fields: { path: string; wanted: string | null; live: string | null }[]
}>

// Fields that one resource's difference carries, and characters of one value.
const MAX_FIELDS = 40
const MAX_VALUE = 500

// What differs of one resource; `none` when nothing does, `unreadable` when its manifests cannot be compared.
export function findDrift(one: Managed): Drift | 'none' | 'unreadable' {
  const head = { kind: one.kind, namespace: one.namespace || null, name: one.name }
  const target = parse(one.targetState)
  const live = parse(one.normalizedLiveState ?? one.liveState)
  const wanted = parse(one.predictedLiveState ?? one.targetState)
  if ([target, live, wanted].includes('unreadable')) return 'unreadable'
  if (target === undefined && live === undefined) return 'none'
  if (target === undefined) return { ...head, change: 'extra', fields: [] }
  if (live === undefined) return { ...head, change: 'missing', fields: [] }
  const isSecret = one.kind === 'Secret' && (one.group ?? '') === ''
  const fields = compare(wanted, live, '').map((field) =>
    isSecret ? { path: field.path, wanted: null, live: null } : field,
  )
  return fields.length === 0
    ? 'none'
    : { ...head, change: 'modified', fields: fields.slice(0, MAX_FIELDS + 1) }
}

// Whether a difference has more fields than an answer carries; the rest is cut off.
export function cutFields(drift: Drift): Readonly<{ drift: Drift; isCut: boolean }> {
  return {
    drift: { ...drift, fields: drift.fields.slice(0, MAX_FIELDS) },
    isCut: drift.fields.length > MAX_FIELDS,
  }
}

function parse(text: string | null | undefined): unknown {
  if (text == null || text === '' || text === 'null') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return 'unreadable'
  }
}

function compare(wanted: unknown, live: unknown, path: string): Drift['fields'] {
  if (isRecord(wanted) && isRecord(live)) {
    const keys = [...new Set([...Object.keys(wanted), ...Object.keys(live)])].sort()
    return keys.flatMap((key) => compare(wanted[key], live[key], path === '' ? key : `${path}.${key}`))
  }
  if (Array.isArray(wanted) && Array.isArray(live)) {
    const length = Math.max(wanted.length, live.length)
    return Array.from({ length }, (_, index) =>
      compare(wanted[index], live[index], `${path}[${index}]`),
    ).flat()
  }
  if (JSON.stringify(wanted) === JSON.stringify(live)) return []
  return [{ path, wanted: show(wanted), live: show(live) }]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string | null {
  if (value === undefined) return null
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_VALUE)
}
