import { SKEW_TOLERANCE_MS } from '@vedette/proto/wire'
import type { AgentView } from './types.ts'

// Tells whether an agent's clock is off by more than is borne: it is heard all the same, and no call to it is usable.
export function isClockOff({ skew_ms }: Pick<AgentView, 'skew_ms'>): boolean {
  return Math.abs(skew_ms) > SKEW_TOLERANCE_MS
}
