import type { OperationDefinition } from '@vedette/proto/operations'
import { isWriteTier } from '@vedette/proto/policy'
import { invalidArgument } from './error.ts'
import type { Tool } from './types.ts'

type Args = Readonly<Record<string, unknown>>

// Seconds by which a window that ends now may be early, so that equal questions are equal.
const MAX_STEP_SECONDS = 15

// Takes `fresh` out of the arguments of a tool that reads: true goes past what equal questions read before. Throws
// ToolFault `invalid_argument`.
export function takeFresh(
  tool: Pick<Tool, 'needs' | 'tier'>,
  args: Args,
): Readonly<{ written: Args; fresh: Readonly<{ fresh?: true }> }> {
  if (!('fresh' in args) || tool.needs === null || isWriteTier(tool.tier)) return { written: args, fresh: {} }
  const { fresh, ...written } = args
  if (typeof fresh !== 'boolean')
    throw invalidArgument({
      field: 'fresh',
      message: 'fresh must be true or false',
      fix: 'leave it out, or send true to read again',
    })
  return { written, fresh: fresh ? { fresh } : {} }
}

// The moment (epoch milliseconds) that windows are counted back from: the present one, at most 15 s early and never
// more than the operation stays fresh. The window that an answer names is this one, so nothing after it is claimed.
export function toShareableNow({ window, freshness }: OperationDefinition, now: number): number {
  if (window === undefined || freshness < 1) return now
  const step = Math.min(freshness, MAX_STEP_SECONDS) * 1000
  return now - (now % step)
}
