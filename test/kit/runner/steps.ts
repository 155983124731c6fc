import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters as toPlain } from 'node:util'
import { ROOT } from '../root.ts'

type Step = { readonly name: string; readonly command: string; readonly args: readonly string[] }

const STEPS: readonly Step[] = [
  { name: 'format and lint (biome)', command: 'biome', args: ['ci', '--error-on-warnings', '--colors=off'] },
  {
    name: 'lint with types (oxlint)',
    command: 'oxlint',
    args: ['-c', 'test/house/oxlint.json', '--type-aware', '--deny-warnings'],
  },
  { name: 'types (tsc)', command: 'tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types of the pages (tsc)', command: 'tsc', args: ['--noEmit', '-p', 'control-plane/web'] },
]

const WHOLE_ONLY: readonly Step[] = [
  { name: 'dead code (knip)', command: 'knip', args: ['-c', 'test/house/knip.json', '--no-progress'] },
]

type StepRun = {
  readonly say: (line: string) => void
  readonly onlyCheck: boolean
  readonly signal: AbortSignal
}

/**
 * Runs the static checks one after another and returns the names of those that failed; a failing one does not
 * keep the next from running. A check's output is shown only when it fails.
 */
export async function runSteps({ say, onlyCheck, signal }: StepRun): Promise<string[]> {
  const failed: string[] = []
  for (const step of onlyCheck ? STEPS : [...STEPS, ...WHOLE_ONLY]) {
    if (signal.aborted) break
    const started = performance.now()
    const { code, output } = await runStep(step, signal)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    say(`== ${step.name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
    if (code === 0) continue
    say(output.trim())
    failed.push(step.name)
  }
  return failed
}

function runStep(step: Step, signal: AbortSignal): Promise<{ code: number; output: string }> {
  const file = join(ROOT, 'node_modules', '.bin', step.command)
  const child = spawn(file, step.args, { cwd: ROOT, signal, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: string[] = []
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${step.command}: ${error.message}` }))
    child.once('close', (code) => resolve({ code: code ?? 1, output: toPlain(chunks.join('')) }))
  })
}
