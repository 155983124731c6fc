import { createHash } from 'node:crypto'
import type { ReadRequest } from './types.ts'

// A request with the key that tells its sources from those of the same operation asked otherwise in the same answer.
export type PlannedRequest = ReadRequest & Readonly<{ question?: string }>

// Gives a question's key to requests whose operation is asked more than once; equal keys mean equal arguments.
export function withQuestions(requests: readonly ReadRequest[]): readonly PlannedRequest[] {
  const counts = new Map<string, number>()
  for (const { operation } of requests) counts.set(operation.id, (counts.get(operation.id) ?? 0) + 1)
  return requests.map((request) =>
    counts.get(request.operation.id) === 1 ? request : { ...request, question: toQuestion(request) },
  )
}

function toQuestion({ arguments: args, routing }: ReadRequest): string {
  const sorted = (record: Readonly<Record<string, unknown>>) =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([sorted(args), sorted(routing)])
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
