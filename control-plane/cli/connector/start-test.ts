import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  type PluginTestReport,
  type PluginTestRequest,
  pluginTestReportSchema,
} from '@vedette/proto/connector'
import { CliError } from '../cli-error.ts'
import { childEnvironment } from '../config.ts'
import { AGENT_ENTRY, NODE_ARGS } from '../up/parts.ts'

// The conformance suite, as the agent of this installation runs it: gRPC is its business alone. Throws CliError `usage`
// with its own words.
export async function startTest(request: PluginTestRequest, signal: AbortSignal): Promise<PluginTestReport> {
  if (!existsSync(AGENT_ENTRY)) throw new CliError('failure', 'the agent is not part of this installation')
  const child = spawn(process.execPath, [...NODE_ARGS, AGENT_ENTRY, '--test-plugin'], {
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
  const parsed = pluginTestReportSchema.safeParse(parseText(out.join('')))
  if (parsed.success) return parsed.data
  throw new CliError('failure', 'the agent gives no report', 'is it of another version?')
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
