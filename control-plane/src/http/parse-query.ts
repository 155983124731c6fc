import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { fault } from './errors.ts'

// The query of a request by its schema; unknown names are refused. Throws HttpFault 400 naming the field.
export function parseQuery<S extends z.ZodType>(
  schema: S,
  request: FastifyRequest,
  fix: string,
): z.output<S> {
  const parsed = schema.safeParse(request.query)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0]
  throw fault(400, {
    code: 'invalid_argument',
    field: String(field ?? 'query').slice(0, 100),
    message: 'the filter is not valid',
    fix,
  })
}
