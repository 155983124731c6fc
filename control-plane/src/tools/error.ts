import type { ToolError } from './types.ts'

// Thrown inside a tool for what the caller must change; becomes the one error shape at the surface.
export class ToolFault extends Error {
  override readonly name = 'ToolFault'
  readonly error: ToolError

  constructor(error: ToolError) {
    super(error.message)
    this.error = error
  }
}

// An argument that cannot stand: names the field and the fix; never retryable as it is.
export function invalidArgument(
  facts: Readonly<{ field: string; message: string; fix: string; choices?: readonly string[] }>,
): ToolFault {
  const { choices, ...rest } = facts
  return new ToolFault({
    code: 'invalid_argument',
    retryable: false,
    ...rest,
    ...(choices === undefined || choices.length === 0 ? {} : { choices }),
  })
}

// At most 100 characters of what a caller wrote, quoted, without control characters.
export function quoteInput(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}]/gu, '')
  return JSON.stringify(clean.length > 100 ? `${clean.slice(0, 99)}…` : clean)
}

// The one shape in which every surface writes an error.
export function toErrorText(error: ToolError): string {
  const { code, message, retryable, field, fix, choices } = error
  return JSON.stringify({ error: { code, message, retryable, field, fix, choices } })
}
