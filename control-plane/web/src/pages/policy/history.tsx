import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { get, type PolicyApplied, type PolicyHistory, send, useSession } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Time } from '../../parts/time.tsx'
import { toFailure } from '../../parts/to-failure.ts'
import { describeEntry } from './words.ts'

// Every version that was applied, newest first; an admin applies the rules of an earlier one again.
export function History({ current }: Readonly<{ current: number | null }>) {
  const { isAdmin } = useSession()
  const cache = useQueryClient()
  const [chosen, setChosen] = useState<PolicyApplied | null>(null)
  const query = useQuery({
    queryKey: ['policy', 'history'],
    queryFn: ({ signal }) => get<PolicyHistory>('/api/v1/policy/history', signal),
  })
  const going = useMutation({
    mutationFn: ({ version }: PolicyApplied) =>
      send('POST', '/api/v1/policy/rollback', { version, note: `back to version ${version}` }),
    onSettled: () => {
      setChosen(null)
      return cache.invalidateQueries({ queryKey: ['policy'] })
    },
  })
  return (
    <>
      <h2>History</h2>
      {chosen === null ? null : (
        <div role="alert">
          Apply the {chosen.rules.length} rules of version {chosen.version} again, as a new version?
          <div className="row">
            <Button color="red.9" loading={going.isPending} onClick={() => going.mutate(chosen)}>
              Apply version {chosen.version} again
            </Button>
            <Button variant="default" onClick={() => setChosen(null)}>
              Apply nothing
            </Button>
          </div>
        </div>
      )}
      <p role="alert" className="problem">
        {going.error === null ? '' : toFailure(going.error, 'applied')}
      </p>
      <AsyncState
        what="the history"
        query={query}
        isEmpty={({ versions }) => versions.length === 0}
        empty="No policy was ever applied."
      >
        {({ versions }) => (
          <DataTable
            label="Versions of the policy"
            rows={versions}
            keyOf={({ version }) => String(version)}
            columns={[
              {
                title: 'Version',
                cell: ({ version, copy_of }) =>
                  copy_of === null ? version : `${version}, as ${copy_of} was`,
              },
              { title: 'Applied', cell: ({ applied_at }) => <Time at={applied_at} /> },
              { title: 'By', cell: ({ applied_by }) => applied_by },
              { title: 'Note', cell: ({ note }) => note },
              { title: 'Denies', cell: ({ rules }) => rules.map(describeEntry).join('; ') || 'nothing' },
              {
                title: 'Again',
                cell: (one) =>
                  !isAdmin || one.version === current ? null : (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Go back to version ${one.version}`}
                      onClick={() => setChosen(one)}
                    >
                      Go back
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </AsyncState>
    </>
  )
}
