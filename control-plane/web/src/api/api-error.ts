type Facts = Readonly<{
  status: number
  code: string
  message: string
  retryable: boolean
  field: string | null
  fix: string | null
}>

// Why a request gave nothing, in the server's own closed words; `status` 0: there was no answer at all.
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly facts: Facts

  constructor(facts: Facts) {
    super(facts.message)
    this.facts = facts
  }
}

// What stands there when the server cannot be reached.
export const UNREACHABLE: Facts = Object.freeze({
  status: 0,
  code: 'unreachable',
  message: 'the control plane does not answer',
  retryable: true,
  field: null,
  fix: 'check the network, and whether the control plane runs',
})

// The error of a reply that is not a success; one in another shape, as a proxy makes it, is told by its status alone.
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const error = readRecord(readRecord(body)['error'])
  const text = (key: string) => (typeof error[key] === 'string' ? error[key] : null)
  return new ApiError({
    status: response.status,
    code: text('code') ?? 'unexpected_answer',
    message: text('message') ?? `the control plane answered ${response.status}`,
    retryable: error['retryable'] === true || (response.status >= 500 && text('code') === null),
    field: text('field'),
    fix: text('fix'),
  })
}

// Any failure as one sentence and what to do about it.
export function toProblem(error: unknown): Readonly<{ text: string; fix: string | null; code: string }> {
  if (error instanceof ApiError) return { text: error.message, fix: error.facts.fix, code: error.facts.code }
  return { text: 'this page failed', fix: 'reload it', code: 'page_failed' }
}

function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  // Any object can be read by name; what is there is checked by whoever asks.
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
