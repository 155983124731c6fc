// What stands above the body of a sealed answer.
export type AnswerHead = Readonly<{
  visibility: string
  line: string | null
  error: string | null
  // Sources that were not read, each with its word.
  unread: readonly string[]
  // What it waits for, when a person must decide.
  waits: string | null
}>

type Record = Readonly<{ [key: string]: unknown }>

// Reads the head. An answer without a visibility is never taken for one that saw something.
export function readAnswer(answer: unknown): AnswerHead {
  const body = toRecord(answer)
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : null)
  const unread = toRecord(body['_sources'])['unread']
  return {
    visibility: text('visibility') ?? 'unknown',
    line: text('line'),
    error: text('error'),
    unread: Array.isArray(unread) ? unread.map(toLine) : [],
    waits:
      text('status') === 'approval_pending' || body['pending_action_id'] !== undefined
        ? 'It waits for a person: see the Approvals page.'
        : null,
  }
}

const DETAILS = ['rule', 'code', 'reason', 'missing', 'why'] as const

function toLine(source: unknown): string {
  const one = toRecord(source)
  const word = (key: string) => (typeof one[key] === 'string' ? one[key] : null)
  const detail = DETAILS.map(word).find((found) => found !== null)
  const where = [word('operation'), word('agent'), word('connector')].filter((part) => part !== null)
  const state = word('state') ?? 'unknown'
  return `${where.join(', ')}: ${detail === undefined ? state : `${state} (${detail})`}`
}

function toRecord(value: unknown): Record {
  // Any object can be read by name; what is there is checked where it is used.
  return typeof value === 'object' && value !== null ? (value as Record) : {}
}
