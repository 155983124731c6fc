import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { fault } from './errors.ts'

// The checked body. Throws HttpFault naming the field; what was sent is not repeated.
export function parseBody<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  const parsed = schema.safeParse(request.body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const field = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].map(String).join('.')
  throw fault(400, {
    code: 'invalid_argument',
    field: field.slice(0, 100) || 'body',
    message: unknown === undefined ? (issue?.message ?? 'not valid').slice(0, 200) : 'unknown field',
    fix: 'send the fields that this path takes',
  })
}
