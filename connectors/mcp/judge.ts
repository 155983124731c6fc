import { ArgumentError, SourceError } from '@vedette/proto/connector'
import type { SeenTool } from './client.ts'
import type { AllowedTool } from './config.ts'

// The tools that are not any more what was let through.
export function toChanged(seen: readonly SeenTool[]): readonly SeenTool[] {
  return seen.filter((one) => !one.isKnown)
}

// The one listed tool that may be called now. Throws SourceError: `not_served` when the server has it no more,
// `unusable` when it changed, `forbidden` when nobody says that it only reads.
export function checkCallable(seen: readonly SeenTool[], name: string): void {
  const found = seen.find(({ tool }) => tool.name === name)
  if (found === undefined)
    throw new SourceError('not_served', { why: 'the server does not have this tool now' })
  if (!found.isKnown) throw new SourceError('unusable', { why: 'schema_mismatch', code: 'tool_changed' })
  const { readOnlyHint, destructiveHint } = found.tool.annotations ?? {}
  const claimsReading = readOnlyHint === true && destructiveHint !== true
  if (!claimsReading && !found.allowed.vouched_read_only)
    throw new SourceError('forbidden', { missing: 'vouched_read_only of the tool, in the configuration' })
}

const MAX_ARGUMENT_BYTES = 16_384

// Throws ArgumentError when the configuration does not allow the arguments.
export function checkArguments(allowed: AllowedTool, args: Readonly<Record<string, unknown>>): void {
  if (Buffer.byteLength(JSON.stringify(args)) > MAX_ARGUMENT_BYTES)
    throw new ArgumentError({
      field: 'arguments',
      message: 'arguments are over 16 KiB',
      fix: 'ask for less at once',
    })
  for (const [key, values] of Object.entries(allowed.arguments)) {
    const given = Object.hasOwn(args, key) ? args[key] : undefined
    if (values.some((one) => one === given)) continue
    throw new ArgumentError({
      field: 'arguments',
      message: `the configuration of the agent allows other values of ${key}`,
      fix: `give ${key} as one of ${JSON.stringify(values.slice(0, 10))}`,
    })
  }
}
