import { globSync } from 'node:fs'
import { ROOT } from '../root.ts'

/** One phase of the whole test run: where its files are and how many of them run at a time. */
export type Phase = { readonly name: string; readonly globs: readonly string[]; readonly concurrency: number }

/** The phases in the order in which they run; end-to-end files run alone, for they measure time-outs. */
export const PHASES: readonly Phase[] = [
  { name: 'house', globs: ['test/house/**/*.test.ts'], concurrency: 2 },
  {
    name: 'unit',
    globs: [
      '{proto,connectors,agent,control-plane}/**/*.test.ts',
      'test/{kit,bench,helm,redaction}/**/*.test.ts',
    ],
    concurrency: 2,
  },
  { name: 'contract', globs: ['test/{contract,golden}/**/*.test.ts'], concurrency: 2 },
  { name: 'e2e', globs: ['test/{corpus,e2e,faults}/**/*.test.ts'], concurrency: 1 },
]

/** The test files of one phase, sorted, as paths from the root; installed packages are left out. */
export function listTestFiles(phase: Phase): string[] {
  const found = phase.globs.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: isInstalledFolder }))
  return [...new Set(found)].filter((path) => !isInstalledFolder(path)).sort()
}

function isInstalledFolder(path: string): boolean {
  return path.split('/').includes('node_modules')
}
