import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '@vedette/test/kit'
import { build, type Plugin } from 'esbuild'
import { ENTRIES } from './support/children.ts'

const NAMES = { agent: 'agent', controlPlane: 'control-plane' } as const

/** Bundles an entry point as images carry it, into `folder`; returns the file to start. */
export async function bundle(what: keyof typeof NAMES, folder: string): Promise<string> {
  // As deep as the source, for what is found beside it: the pages of the control plane.
  const outdir = join(folder, NAMES[what], 'dist', 'main')
  mkdirSync(outdir, { recursive: true })
  if (what === 'controlPlane')
    symlinkSync(join(ROOT, 'control-plane', 'web'), join(folder, NAMES[what], 'web'))
  await build({
    entryPoints: [ENTRIES[what]],
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
    plugins: [builtins],
    logLevel: 'error',
  })
  const start = join(outdir, 'run.mjs')
  writeFileSync(start, toStart(basename(ENTRIES[what]).replace('.ts', '.mjs')))
  return start
}

// The compile cache is filled by the first start; an image fills it while it is built.
function toStart(main: string): string {
  return [
    "process.getBuiltinModule('node:module').enableCompileCache(new URL('./cache', import.meta.url).pathname)",
    `await import('./${main}')`,
    '',
  ].join('\n')
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
