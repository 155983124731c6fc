export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject
export type JsonObject = Readonly<{ [key: string]: JsonValue }>

// Tells whether a value is an object with named members.
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
