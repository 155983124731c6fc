import type { FastifyRequest } from 'fastify'
import { fault, type HttpFault } from './errors.ts'

export type MethodTable = Readonly<{
  add(url: string, method: string | readonly string[]): void
  // Why nothing answers: the path is unknown, or it is known under other methods.
  toFault(request: FastifyRequest): HttpFault
}>

// Which methods each path takes, collected as routes are mounted.
export function createMethodTable(): MethodTable {
  const routes: Readonly<{ pattern: RegExp; methods: readonly string[] }>[] = []
  return Object.freeze({
    add(url: string, method: string | readonly string[]) {
      const escaped = url.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      const source = escaped.replaceAll(/:[^/]+/g, '[^/]+').replaceAll('*', '.*')
      routes.push({
        pattern: new RegExp(`^${source}$`),
        methods: typeof method === 'string' ? [method] : method,
      })
    },
    toFault(request: FastifyRequest): HttpFault {
      const path = request.url.split('?', 1)[0] ?? ''
      const allowed = [
        ...new Set(routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))),
      ]
      // A folder of files takes the method and has no such file.
      if (allowed.length === 0 || allowed.includes(request.method))
        return fault(404, {
          code: 'not_found',
          message: 'there is nothing at this path',
          fix: 'check the path',
        })
      const list = allowed.join(', ')
      return fault(
        405,
        { code: 'method_not_allowed', message: 'this path does not take that method', fix: `use ${list}` },
        { allow: list },
      )
    },
  })
}
