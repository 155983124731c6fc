import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type FleetRow, send, toProblem, useSession } from '../../api/index.ts'
import { toAge } from '../../parts/time.tsx'

type Claimant = FleetRow['claimants'][number]

// Who claims an agent; an admin keeps one of them, in two steps: its rivals' keys end for good.
export function Dispute({ row, now }: Readonly<{ row: FleetRow; now: number }>) {
  const { isAdmin } = useSession()
  const [chosen, setChosen] = useState<Claimant | null>(null)
  const deciding = useMutation({
    mutationFn: ({ identity: { kind, id } }: Claimant) =>
      send('POST', `/api/v1/fleet/agents/${encodeURIComponent(row.agent)}/dispute`, { keep: { kind, id } }),
    onSettled: () => setChosen(null),
  })
  return (
    <>
      {row.claimants.map((one) => {
        const who = `${one.identity.kind} ${one.identity.id}`
        return (
          <small key={who}>
            {who}, heard {toAge(now - one.last_seen)} ago{' '}
            {isAdmin && chosen === null ? (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => setChosen(one)}
                aria-label={`Keep ${who}`}
              >
                Keep
              </Button>
            ) : null}
          </small>
        )
      })}
      {chosen === null ? null : (
        <div role="alert">
          Keep {chosen.identity.kind} {chosen.identity.id} and revoke the keys of every other claimant?
          <div className="row">
            <Button
              size="compact-xs"
              color="red.9"
              loading={deciding.isPending}
              onClick={() => deciding.mutate(chosen)}
            >
              Keep it, revoke the others
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => setChosen(null)}>
              Decide nothing
            </Button>
          </div>
        </div>
      )}
      {deciding.error === null ? null : (
        <p role="alert" className="problem">
          Nothing was decided: {toProblem(deciding.error).text}.
        </p>
      )}
    </>
  )
}
