import { ApiError, toProblem } from '../api/api-error.ts'

// One sentence on a change that failed, `done` being its word, such as "applied". Only a refusal says that it was not:
// an answer that was lost, or a fault of the server, leaves that open.
export function toFailure(error: unknown, done: string): string {
  const { text } = toProblem(error)
  const isRefused = error instanceof ApiError && error.facts.status >= 400 && error.facts.status < 500
  return isRefused ? `Not ${done}: ${text}.` : `Whether it was ${done} is not known: ${text}.`
}
