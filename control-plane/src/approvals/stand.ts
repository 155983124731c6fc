import type { AgentView } from '../fleet/types.ts'
import type { ActionChange, ActionRow, ActionState } from '../store/types.ts'

const OPEN: readonly ActionState[] = Object.freeze(['approval_pending', 'approved'])

// The change that time or the fleet has made to an action and nobody has written yet; null when it stands as it is.
export function findChange(
  row: ActionRow,
  facts: Readonly<{ now: number; agents: readonly AgentView[] }>,
): ActionChange | null {
  const { now, agents } = facts
  // Who ran it is gone, and with it the knowledge of what became of it.
  if (row.state === 'running' && now > (row.run_until ?? 0))
    return { from: ['running'], to: 'outcome_unknown', why: 'no_outcome' }
  if (!OPEN.includes(row.state)) return null
  if (now >= row.expires_at) return { from: OPEN, to: 'expired', why: null }
  return isRestarted(row, agents) ? { from: OPEN, to: 'void', why: 'agent_restarted' } : null
}

// An agent that is not heard now may still be the same process.
function isRestarted({ parts }: ActionRow, agents: readonly AgentView[]): boolean {
  return parts.some((part) =>
    agents.some(
      ({ agent, incarnation }) =>
        agent === part.agent && incarnation !== null && incarnation !== part.incarnation,
    ),
  )
}
