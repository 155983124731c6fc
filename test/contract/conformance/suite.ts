import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '@vedette/test/kit'

const PROGRAM = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const EXPECTED = join(import.meta.dirname, 'expected-failures.yaml')

/** The revisions that Vedette speaks: how the suite is told, and how many of its scenarios pass. */
export const REVISIONS = [
  { revision: '2026-07-28', args: ['--requirements', '2026-07-28'], scenarios: 40 },
  { revision: '2025-11-25', args: ['--spec-version', '2025-11-25'], scenarios: 31 },
  { revision: '2025-06-18', args: ['--spec-version', '2025-06-18'], scenarios: 27 },
] as const

/** How one run ended. `passed` and `failed` name scenarios; `text` is what the suite printed. */
export type SuiteRun = Readonly<{
  code: number | null
  passed: readonly string[]
  failed: readonly string[]
  text: string
}>

/** Runs the suite's server scenarios of one revision against an endpoint. */
export async function runSuite(url: string, args: readonly string[]): Promise<SuiteRun> {
  const all = [PROGRAM, 'server', '--url', url, ...args, '--expected-failures', EXPECTED]
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const summary = text.slice(text.lastIndexOf('=== SUMMARY ==='))
  const named = (mark: string) =>
    [...summary.matchAll(new RegExp(`^${mark} ([\\w-]+): `, 'gm'))].map((match) => match[1] ?? '')
  return { code, passed: named('✓'), failed: named('✗'), text }
}
