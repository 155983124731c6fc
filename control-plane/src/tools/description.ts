import type { WindowBounds } from '@vedette/proto/operations'
import { toSpan } from './time.ts'

// What a tool does, with the default and the largest span of its window; at most 1,024 characters.
export function toDescription(tool: Readonly<{ describe: string; window?: WindowBounds }>): string {
  const { describe, window } = tool
  const bounds =
    window === undefined
      ? ''
      : ` Window: ${toSpan(window.defaultSeconds)}, at most ${toSpan(window.maxSeconds)}.`
  return `${describe}${bounds}`.slice(0, 1024)
}
