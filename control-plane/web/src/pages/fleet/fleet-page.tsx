import { Alert } from '@mantine/core'
import { Time } from '../../parts/time.tsx'
import { Agents } from './agents.tsx'
import { Connectors } from './connectors.tsx'
import { PolicyState } from './policy-state.tsx'
import { SentVolumes } from './sent-volumes.tsx'
import { SessionView } from './session-view.tsx'
import { type Fleet, useFleet } from './use-fleet.ts'
import { toVerdict } from './words.ts'

// The fleet as it is now: agents, connectors, policy, what a session sees, what was sent.
export function FleetPage() {
  const fleet = useFleet()
  const { summary, live } = fleet
  if (summary === null)
    return live === false ? (
      <Alert color="red" title="Could not read the fleet" role="alert">
        The control plane does not answer. Nothing is known of the fleet.
      </Alert>
    ) : (
      <p className="quiet" role="status">
        Connecting ...
      </p>
    )
  const { tone, text } = toVerdict(summary, live)
  return (
    <div data-live={live === true} className="fleet">
      <p role="status" className="quiet live">
        {live === true ? 'Live' : <NotLive at={summary.at} />}
      </p>
      <p role="status" data-tone={tone} className="verdict">
        {text}
      </p>
      <Missing {...fleet} />
      <Agents {...fleet} />
      <Connectors {...fleet} />
      <SessionView at={summary.at} />
      <PolicyState at={summary.at} />
      <SentVolumes rows={fleet.rows} />
    </div>
  )
}

function NotLive({ at }: Readonly<{ at: string }>) {
  return (
    <>
      Not live: the control plane does not answer. What is shown was true at <Time at={at} />.
    </>
  )
}

function Missing({ missing, live }: Pick<Fleet, 'missing' | 'live'>) {
  if (missing === null || live === false) return null
  return (
    <Alert color="yellow" title="Not all of the fleet is known" role="status">
      {missing}
    </Alert>
  )
}
