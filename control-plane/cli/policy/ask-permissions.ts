import {
  type PermissionAnswer,
  type PermissionRequest,
  permissionAnswerSchema,
} from '@vedette/proto/connector'
import { CliError } from '../cli-error.ts'
import { askAgent } from '../up/ask-agent.ts'

// The least permissions, as the agent of this installation tells them. Throws CliError `usage` with its own words.
export async function askPermissions(
  request: PermissionRequest,
  signal: AbortSignal,
): Promise<PermissionAnswer> {
  const told = await askAgent('--permissions', request, signal)
  const parsed = permissionAnswerSchema.safeParse(JSON.parse(told))
  if (parsed.success) return parsed.data
  throw new CliError('failure', 'the agent does not say the permissions', 'is it of another version?')
}
