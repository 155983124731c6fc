import { findOperation } from '@vedette/proto/operations'
import { type SealedAnswer, sealAnswer } from '../answers/index.ts'
import type { AgentView } from '../fleet/types.ts'
import type { MissingOperation } from './gate.ts'
import { toPlannedSources } from './planned.ts'

// The sealed answer to a call of a hidden tool: nothing was asked of any agent; names each operation and why.
export function sealRefusal(
  facts: Readonly<{
    tool: string
    missing: readonly MissingOperation[]
    agents: readonly AgentView[]
    now: number
  }>,
): SealedAnswer {
  const { tool, missing, agents, now } = facts
  const byPolicy = missing.filter((one) => one.why === 'denied').map((one) => one.operation)
  const byNobody = missing.filter((one) => one.why === 'missing').map((one) => one.operation)
  const said = [
    ...(byPolicy.length > 0 ? [`disabled by the organisation's policy: ${byPolicy.join(', ')}`] : []),
    ...(byNobody.length > 0 ? [`served by nobody now: ${byNobody.join(', ')}`] : []),
  ]
  const sources = missing.flatMap(({ operation }) => {
    const definition = findOperation(operation)
    // Nobody could be asked, so a source that became ready a moment ago still was not.
    const ready = { state: 'not_needed', because: 'refused before asking' } as const
    return definition === undefined ? [] : toPlannedSources(agents, definition, ready)
  })
  return sealAnswer({
    reads: [],
    sources,
    body: {},
    asked: { tool },
    defaulted: [],
    window: null,
    detail: 'brief',
    narrow: [],
    now,
    error: { code: 'cannot_ask', message: `${tool} was not run: ${said.join('; ')}` },
    next: [{ tool: 'check_fleet_health', args: {}, why: 'says what is down, since when and why' }],
  })
}
