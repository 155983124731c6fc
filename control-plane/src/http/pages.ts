import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { fault } from './errors.ts'

// The paths of the pages: each is the same document, which then shows its own.
const PAGE_PATHS: readonly string[] = Object.freeze([
  '/fleet',
  '/catalog',
  '/policy',
  '/approvals',
  '/investigations',
  '/audit',
  '/connect',
])

// Mounts the built pages of a folder. Names under /assets/ carry their own hash, so they may be kept for ever; the
// document never is.
export function mountPages(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    // The build leaves `x.gz` beside each `x`.
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
  })
  for (const path of PAGE_PATHS)
    for (const url of [path, `${path}/*`])
      app.get(url, (_request, reply) => {
        if (!existsSync(join(folder, 'index.html'))) throw NOT_BUILT
        return reply
          .header('cache-control', 'no-store')
          .sendFile('index.html', folder, { maxAge: 0, immutable: false, cacheControl: false })
      })
  app.get('/', (_request, reply) => reply.redirect('/fleet'))
}

const NOT_BUILT = fault(503, {
  code: 'pages_not_built',
  message: 'the pages are not built',
  fix: 'start with `npm run up`, which builds them',
})
