import { SourceError } from '@vedette/proto/connector'

// An object of the API, read field by field: an absent field is what the API means by leaving it out, a field of
// another type makes the answer `unusable`.
export type Json = Readonly<Record<string, unknown>>

function at(object: Json, path: string): unknown {
  let value: unknown = object
  for (const key of path.split('.')) {
    if (value === undefined || value === null) return undefined
    if (!isObject(value)) throw mismatch()
    value = Object.hasOwn(value, key) ? value[key] : undefined
  }
  return value === null ? undefined : value
}

// Tells whether a value is a JSON object.
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// The answer is not what the API promises.
export function mismatch(): SourceError {
  return new SourceError('unusable', { why: 'schema_mismatch' })
}

// A text, or null when absent or empty.
export function textAt(object: Json, path: string): string | null {
  const value = at(object, path)
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') throw mismatch()
  return value
}

// A text that every object of the kind has. Throws `unusable` without it.
export function nameAt(object: Json, path: string): string {
  const value = textAt(object, path)
  if (value === null) throw mismatch()
  return value
}

// A number, or null when absent.
export function numberAt(object: Json, path: string): number | null {
  const value = at(object, path)
  if (value === undefined) return null
  if (typeof value !== 'number' || !Number.isFinite(value)) throw mismatch()
  return value
}

// A count, which the API leaves out when it is zero.
export function countAt(object: Json, path: string): number {
  return numberAt(object, path) ?? 0
}

// A flag, which the API leaves out when it is false.
export function flagAt(object: Json, path: string): boolean {
  return triAt(object, path) ?? false
}

// A flag whose absence means that it is not known.
export function triAt(object: Json, path: string): boolean | null {
  const value = at(object, path)
  if (value === undefined) return null
  if (typeof value !== 'boolean') throw mismatch()
  return value
}

// A number or text (`25%`, a port's name), as text.
export function eitherAt(object: Json, path: string): string | null {
  const value = at(object, path)
  if (typeof value === 'number') return String(value)
  return textAt(object, path)
}

// An object, empty when absent.
export function objectAt(object: Json, path: string): Json {
  const value = at(object, path) ?? {}
  if (!isObject(value)) throw mismatch()
  return value
}

// Tells whether the field is there at all.
export function hasAt(object: Json, path: string): boolean {
  return at(object, path) !== undefined
}

// A list of objects, empty when absent.
export function listAt(object: Json, path: string): readonly Json[] {
  const value = at(object, path) ?? []
  if (!Array.isArray(value) || !value.every(isObject)) throw mismatch()
  return value
}

// A list of texts, empty when absent.
export function textsAt(object: Json, path: string): string[] {
  const value = at(object, path) ?? []
  if (!Array.isArray(value)) throw mismatch()
  return value.map((one: unknown) => {
    if (typeof one !== 'string') throw mismatch()
    return one
  })
}

// A map of texts, such as labels; empty when absent.
export function mapAt(object: Json, path: string): Record<string, string> {
  const entries = Object.entries(objectAt(object, path))
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (typeof value !== 'string') throw mismatch()
      return [key, value]
    }),
  )
}
