import { execFile } from 'node:child_process'
import { childEnvironment } from '../config.ts'
import { listSecretVariables } from './agent-file.ts'
import { readText } from './data-dir.ts'
import { AGENT_ENTRY, NODE_ARGS } from './parts.ts'

const CHECK_MS = 15_000

// What is wrong with an agent's file in the agent's own words, or null when it would start with it. Touches no
// network.
export function checkAgentFile(file: string): Promise<string | null> {
  const args = [...NODE_ARGS, AGENT_ENTRY, '--config', file, '--check']
  const env = childEnvironment(listSecretVariables(readText(file) ?? ''))
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, timeout: CHECK_MS }, (error, _, stderr) => {
      resolve(error === null ? null : stderr.trim() || 'the agent does not start with this file')
    })
  })
}
