import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { CliError } from '../cli-error.ts'
import { REDACTOR_ENTRY } from '../commands/redact.ts'
import { NODE_ARGS } from '../up/parts.ts'

// A JSON value through the agent's own redactor, in a process without this environment. Throws CliError when anything
// of it could not be redacted: then nothing comes back.
export async function redactText(json: string, signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [...NODE_ARGS, REDACTOR_ENTRY, '--json'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
    signal,
  })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('error', () => resolve(null))
  child.once('exit', resolve)
  // Told by the exit code.
  child.stdin.on('error', () => {})
  child.stdin.end(json)
  const [code, redacted] = await Promise.all([promise, text(child.stdout)])
  if (code === 0 && redacted !== '') return redacted
  throw new CliError('failure', 'the report could not be redacted: nothing of it is shown or saved')
}
