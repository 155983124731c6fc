import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

// Pages that stand by themselves, and folders of which each child's README is one.
const PAGES: readonly string[] = Object.freeze([
  'README.md',
  'control-plane/TOOLS.md',
  'proto/OPERATIONS.md',
  'control-plane/README.md',
  'control-plane/cli/README.md',
  'agent/README.md',
  'helm/agent/README.md',
  'helm/control-plane/README.md',
  'images/README.md',
  'CHANGELOG.md',
  'DECISIONS.md',
])
const FOLDERS: readonly string[] = Object.freeze(['connectors'])

// The paths of the documentation below a folder, as far as it holds them, in the order of the index.
export function listDocs(root: string): readonly string[] {
  const below = FOLDERS.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .sort()
          .map((name) => `${folder}/${name}/README.md`)
      : [],
  )
  return [...PAGES, ...below].filter((path) => existsSync(join(root, path)))
}

// Mounts /llms.txt and /docs/<path>.md over a folder: the repository in a clone, the copied files in an image. Only the
// listed paths are served, and each was read when it was mounted: no request names a file. They hold nothing of any
// fleet and need no token.
export function mountDocs(app: FastifyInstance, root: string): void {
  const pages = new Map(listDocs(root).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const index = toIndex(pages)
  app.get('/llms.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(index))
  for (const [path, text] of pages)
    app.get(`/docs/${path}`, (_request, reply) => reply.type('text/markdown; charset=utf-8').send(text))
}

function toIndex(pages: ReadonlyMap<string, string>): string {
  const lines = [...pages].map(([path, text]) => `- [${toTitle(text) ?? path}](/docs/${path})`)
  return [
    '# Vedette',
    '',
    '> Read operations over production infrastructure as MCP tools, at /mcp. An answer never claims more than was seen.',
    '',
    '## Docs',
    '',
    ...lines,
    '',
  ].join('\n')
}

function toTitle(text: string): string | undefined {
  return /^#\s+(.+)$/m.exec(text)?.[1]?.trim()
}
