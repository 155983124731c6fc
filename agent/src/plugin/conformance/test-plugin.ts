import type { Clock } from '@vedette/proto/clock'
import { type PluginTestReport, pluginTestRequestSchema } from '@vedette/proto/connector'
import { ConfigError } from '../../config/config-error.ts'
import { pluginSchema } from '../../config/schema.ts'
import { runSuite } from './run-suite.ts'

// Runs the conformance suite as a request in JSON asks. Throws ConfigError naming the field when it cannot be read.
export async function testPlugin(
  text: string,
  clock: Clock,
  builtIn: readonly string[],
): Promise<PluginTestReport> {
  const request = pluginTestRequestSchema.safeParse(parseText(text))
  if (!request.success) throw new ConfigError([{ path: 'the request', message: 'is not what is read here' }])
  const { config, arguments: given, ...where } = request.data
  const settings = pluginSchema.safeParse(where)
  if (settings.success) return runSuite({ clock, settings: settings.data, config, arguments: given, builtIn })
  throw new ConfigError([
    {
      path: 'the address',
      message: 'must be the absolute path of a Unix socket, or host:port with the three files of mutual TLS',
    },
  ])
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
