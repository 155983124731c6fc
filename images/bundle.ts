import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'

const ROOT = join(import.meta.dirname, '..')

type PartFacts = Readonly<{
  // What a person or a container starts; loaded together.
  starts: Readonly<Record<string, string>>
  // What runs in a thread or a process of its own, by the name of its file.
  apart: readonly string[]
  // Files that a library reads beside the code at run time.
  beside: readonly string[]
}>

/** What each image carries. Source files are paths from the root. */
export const PARTS = Object.freeze({
  agent: {
    starts: { start: 'agent/src/main/start.ts', vedette: 'control-plane/cli/main.ts' },
    apart: ['agent/src/redactor/worker.ts'],
    beside: ['node_modules/libpg-query/wasm/libpg-query.wasm'],
  },
  'control-plane': {
    starts: { start: 'control-plane/src/main/start.ts', vedette: 'control-plane/cli/main.ts' },
    apart: ['control-plane/src/results/query-child.ts'],
    beside: [],
  },
} as const satisfies Readonly<Record<string, PartFacts>>)

export type PartName = keyof typeof PARTS

// What CommonJS libraries expect in every file of the bundle.
const BANNER = [
  "import{createRequire as vedetteRequire}from'node:module';",
  'const require=vedetteRequire(import.meta.url),__dirname=import.meta.dirname,__filename=import.meta.filename;',
].join('')

/**
 * Bundles a part into `outdir` as its image carries it: one file for each entry, `run.mjs` first, which starts the part
 * with a compile cache that an image fills while it is built. Needs nothing of node_modules afterwards. Rejects when
 * a source does not build.
 */
export async function bundlePart(name: PartName, outdir: string): Promise<string> {
  const part: PartFacts = PARTS[name]
  mkdirSync(outdir, { recursive: true })
  // Each by itself: what only one needs is not loaded by another, though all stand in one folder.
  for (const entry of [...toEntries(part.starts), ...part.apart.map(toThread)])
    await build({
      absWorkingDir: ROOT,
      entryPoints: entry,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node24',
      splitting: true,
      minify: true,
      outdir,
      outExtension: { '.js': '.mjs' },
      external: ['pg-native'],
      banner: { js: BANNER },
      plugins: [builtins, apart(part), locales],
      logLevel: 'error',
    })
  for (const file of part.beside) copyFileSync(join(ROOT, file), join(outdir, file.split('/').at(-1) ?? file))
  const start = join(outdir, 'run.mjs')
  writeFileSync(start, START)
  return start
}

const START = `process.getBuiltinModule('node:module').enableCompileCache(new URL('./cache', import.meta.url).pathname)
await import('./start.mjs')
`

function toEntries(starts: PartFacts['starts']) {
  return Object.entries(starts).map(([name, path]) => ({ [name]: path }))
}

function toThread(path: string): Readonly<Record<string, string>> {
  return { [toName(path)]: path }
}

function toName(path: string): string {
  return path.split('/').at(-1)?.replace(/\.ts$/, '') ?? path
}

// An ES import of node:http reads each of its members, and one of them loads all of fetch: 8 MB that nobody asked for.
const builtins: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?(http|https|net|tls|crypto)$/ }, ({ path }) => ({
      path: path.replace('node:', ''),
      namespace: 'builtin',
    }))
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports=process.getBuiltinModule(${JSON.stringify(path)})`,
      loader: 'js',
    }))
  },
}

// A thread's file stands beside the others, under its name in the bundle.
function apart(part: PartFacts): Plugin {
  const names = new Set(part.apart.map(toName))
  return {
    name: 'apart',
    setup({ onLoad }) {
      onLoad({ filter: /\/(agent|control-plane)\/src\/.*\.ts$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace(APART, (whole, name: string) =>
          names.has(name) ? `new URL('./${name}.mjs', import.meta.url)` : whole,
        ),
        loader: 'ts',
      }))
    },
  }
}

/** How sources name a file that runs in a thread or process of its own. */
export const APART = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

// zod knows 60 languages, of which the product speaks one.
const locales: Plugin = {
  name: 'locales',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/[\w-]+\.js$/ }, ({ path }) =>
      /\/(en|index)\.js$/.test(path) ? null : { contents: 'export default () => ({})' },
    )
  },
}
