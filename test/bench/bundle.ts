import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '@vedette/test/kit'
import { build, type Plugin } from 'esbuild'
import { ENTRIES } from './support/children.ts'

const NAMES = { agent: 'agent', controlPlane: 'control-plane' } as const

// What runs in threads of its own, by the name of its file.
const THREADS = {
  agent: [{ worker: join(ROOT, 'agent', 'src', 'redactor', 'worker.ts') }],
  controlPlane: [],
} as const

/** Bundles an entry point as images carry it, into `folder`; returns the file to start. */
export async function bundle(what: keyof typeof NAMES, folder: string): Promise<string> {
  // As deep as the source, for what is found beside it: the pages of the control plane.
  const outdir = join(folder, NAMES[what], 'dist', 'main')
  mkdirSync(outdir, { recursive: true })
  if (what === 'controlPlane')
    symlinkSync(join(ROOT, 'control-plane', 'web'), join(folder, NAMES[what], 'web'))
  // Each by itself: what only a thread needs is not loaded by the process, though both stand in one folder.
  for (const entry of [{ start: ENTRIES[what] }, ...THREADS[what]])
    await build({
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
      banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
      plugins: [builtins, threads, locales],
      logLevel: 'error',
    })
  const start = join(outdir, 'run.mjs')
  writeFileSync(start, START)
  return start
}

// The compile cache is filled by the first start; an image fills it while it is built.
const START = `process.getBuiltinModule('node:module').enableCompileCache(new URL('./cache', import.meta.url).pathname)
await import('./start.mjs')
`

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
const threads: Plugin = {
  name: 'threads',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/redactor\/worker-engine\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace("'./worker.ts'", "'./worker.mjs'"),
      loader: 'ts',
    }))
  },
}

// zod knows 60 languages, of which the product speaks one.
const locales: Plugin = {
  name: 'locales',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/[\w-]+\.js$/ }, ({ path }) =>
      /\/(en|index)\.js$/.test(path) ? null : { contents: 'export default () => ({})' },
    )
  },
}
