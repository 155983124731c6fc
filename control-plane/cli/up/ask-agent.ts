import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { CliError } from '../cli-error.ts'
import { childEnvironment } from '../config.ts'
import { AGENT_ENTRY, NODE_ARGS } from './parts.ts'

// What the agent of this installation answers to a request under a flag of its entry point: the request on its standard
// input, the answer from its standard output. Throws CliError `usage` with its own words when it refuses.
export async function askAgent(flag: string, request: object, signal: AbortSignal): Promise<string> {
  if (!existsSync(AGENT_ENTRY)) throw new CliError('failure', 'the agent is not part of this installation')
  const child = spawn(process.execPath, [...NODE_ARGS, AGENT_ENTRY, flag], {
    env: childEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
  })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('error', () => resolve(null))
  child.once('close', resolve)
  child.stdin.on('error', () => {}) // it may end before it has read everything
  child.stdin.end(JSON.stringify(request))
  const code = await promise
  signal.throwIfAborted()
  if (code !== 0) throw new CliError('usage', err.join('').trim().slice(0, 500) || 'the agent does not start')
  return out.join('')
}
