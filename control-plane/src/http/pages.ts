import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

// Mounts the pages of a folder: /fleet is its index.html, /approvals its approvals.html, /assets/ its other files.
export function mountPages(app: FastifyInstance, folder: string): void {
  app.register(fastifyStatic, { root: folder, prefix: '/assets/', index: false, cacheControl: false })
  app.get('/fleet', (_request, reply) => reply.header('cache-control', 'no-store').sendFile('index.html'))
  app.get('/approvals', (_request, reply) =>
    reply.header('cache-control', 'no-store').sendFile('approvals.html'),
  )
  app.get('/', (_request, reply) => reply.redirect('/fleet'))
}
