// Lays out what an image holds: `node images/build.ts agent|control-plane FOLDER`. The folder's `dist/main/run.mjs` is
// what the container starts; nothing else of the repository is needed beside it.
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensurePages } from '../control-plane/cli/bootstrap/pages.mjs'
import { listDocs } from '../control-plane/src/http/docs.ts'
import { bundlePart, PARTS, type PartName } from './bundle.ts'

const ROOT = join(import.meta.dirname, '..')
const WEB = join(ROOT, 'control-plane', 'web')

const [part = '', folder] = process.argv.slice(2)
if (!isPart(part) || folder === undefined) {
  process.stderr.write(`usage: node images/build.ts ${Object.keys(PARTS).join('|')} FOLDER\n`)
  process.exit(2)
}
const root = resolve(folder)
await bundlePart(part, join(root, 'dist', 'main'))
if (part === 'control-plane') {
  await copyPages(join(root, 'web', 'dist'))
  for (const path of listDocs(ROOT)) cpSync(join(ROOT, path), join(root, 'docs', path))
}

function isPart(name: string): name is PartName {
  return Object.hasOwn(PARTS, name)
}

// The control plane serves its pages from beside its own folder; they are built when they are not those of the sources.
async function copyPages(target: string): Promise<void> {
  await ensurePages()
  cpSync(join(WEB, 'dist'), target, { recursive: true })
}
