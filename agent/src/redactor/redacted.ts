declare const redactedBrand: unique symbol

// A value that went through the redactor: the only thing that the bus encodes. Made in this room alone.
export type Redacted<T> = Readonly<{ value: T }> & { readonly [redactedBrand]: true }

const issued = new WeakSet<object>()

// Grants the brand; not exported from the room's index.
export function brand<T>(value: T): Redacted<T> {
  // The brand exists in types only; this is the one place that grants it.
  const redacted = Object.freeze({ value }) as Redacted<T>
  issued.add(redacted)
  return redacted
}

// The value of a branded message; throws TypeError on an object that this room did not make.
export function openRedacted<T>(redacted: Redacted<T>): T {
  if (!issued.has(redacted)) throw new TypeError('only redacted values may be sent')
  return redacted.value
}
