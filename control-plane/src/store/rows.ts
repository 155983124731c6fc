// Epoch milliseconds to RFC 3339 in UTC, null stays null.
export function toInstant<T extends number | null>(ms: T): T extends null ? null : string {
  // The conditional type says what the expression does: null for null, text for a number.
  return (ms === null ? null : new Date(ms).toISOString()) as T extends null ? null : string
}

// JSON text of the store; absent becomes null.
export function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
