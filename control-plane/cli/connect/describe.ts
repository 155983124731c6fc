import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type ConnectorDescription, connectorDescriptionSchema } from '@vedette/proto/connector'
import { CliError } from '../cli-error.ts'
import { childEnvironment } from '../config.ts'
import { AGENT_ENTRY, NODE_ARGS } from '../up/parts.ts'

const DESCRIBE_MS = 30_000
const LARGEST = 16 * 1024 * 1024

// The connectors of this installation, as its agent tells them. Throws CliError when there is no agent, or when it
// says something else.
export async function describeConnectors(): Promise<readonly ConnectorDescription[]> {
  if (!existsSync(AGENT_ENTRY)) throw new CliError('failure', 'the agent is not part of this installation')
  const parsed = connectorDescriptionSchema.array().safeParse(parseJson(await askAgent()))
  if (parsed.success) return parsed.data
  throw new CliError('failure', 'the agent does not say which connectors it has', 'is it of another version?')
}

function askAgent(): Promise<string> {
  const args = [...NODE_ARGS, AGENT_ENTRY, '--describe-connectors']
  const options = { env: childEnvironment(), timeout: DESCRIBE_MS, maxBuffer: LARGEST }
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout) => resolve(error === null ? stdout : ''))
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
