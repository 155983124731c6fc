import {
  type PluginTestReport,
  type PluginTestRequest,
  pluginTestReportSchema,
} from '@vedette/proto/connector'
import { CliError } from '../cli-error.ts'
import { askAgent } from '../up/ask-agent.ts'

// The conformance suite, as the agent of this installation runs it: gRPC is its business alone. Throws CliError `usage`
// with its own words.
export async function startTest(request: PluginTestRequest, signal: AbortSignal): Promise<PluginTestReport> {
  const told = await askAgent('--test-plugin', request, signal)
  const parsed = pluginTestReportSchema.safeParse(parseText(told))
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
