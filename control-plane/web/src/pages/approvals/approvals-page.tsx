import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ActionList, type ActionView, get } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Live } from '../../parts/live.tsx'
import { Time } from '../../parts/time.tsx'
import { Tone } from '../../parts/tone.tsx'
import { ActionCard } from './action-card.tsx'
import { STATES } from './words.ts'

const CLOCK_MS = 10_000
const OPEN: readonly ActionView['state'][] = ['approval_pending', 'approved', 'running']

// What waits for a person: those whose outcome nobody knows first, then those that wait, then what became of the others.
export function ApprovalsPage() {
  const query = useQuery({
    queryKey: ['actions'],
    queryFn: ({ signal }) => get<ActionList>('/api/v1/actions', signal),
  })
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), CLOCK_MS)
    return () => clearInterval(ticking)
  }, [])
  // What an admin ran here goes on showing its answer, whatever its state is then.
  const [kept, setKept] = useState<readonly string[]>([])
  const open = query.data?.actions.filter(({ own, state }) => own && state === 'approved') ?? []
  const fresh = open.filter(({ id }) => !kept.includes(id)).map(({ id }) => id)
  if (fresh.length > 0) setKept([...kept, ...fresh])
  return (
    <>
      <Live of="actions" queryKey={['actions']} />
      <AsyncState what="the actions" query={query} partial={toCut}>
        {({ actions, may_decide, may_be_more }) => {
          const unknown = actions.filter(({ state }) => state === 'outcome_unknown')
          const shown = actions.filter(
            ({ id, state }) => OPEN.includes(state) || (kept.includes(id) && state !== 'outcome_unknown'),
          )
          const others = actions.filter((one) => !unknown.includes(one) && !shown.includes(one))
          const card = (action: ActionView) => (
            <ActionCard key={action.id} action={action} mayDecide={may_decide} now={now} />
          )
          return (
            <>
              {may_decide ? null : (
                <p className="quiet">You see what you asked for; approvers see all of the organisation.</p>
              )}
              {unknown.length === 0 ? null : (
                <section aria-label="Outcome unknown">
                  <h2>Outcome unknown</h2>
                  <p role="alert" className="problem">
                    {unknown.length} may or may not have happened. Look at the source before asking again.
                  </p>
                  {unknown.map(card)}
                </section>
              )}
              <section aria-label="Waiting">
                <h2>Waiting</h2>
                {shown.length > 0 ? (
                  shown.map(card)
                ) : query.error !== null || may_be_more ? (
                  <p className="problem">Whether anything else waits is not known.</p>
                ) : (
                  <p>Nothing waits for a person.</p>
                )}
              </section>
              {others.length === 0 ? null : <Past actions={others} />}
            </>
          )
        }}
      </AsyncState>
    </>
  )
}

function Past({ actions }: Readonly<{ actions: readonly ActionView[] }>) {
  return (
    <>
      <h2>Earlier</h2>
      <DataTable
        label="Earlier actions"
        rows={actions}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Action', cell: ({ tool }) => tool },
          {
            title: 'State',
            cell: ({ state, why }) => (
              <>
                <Tone tone={STATES[state]?.tone ?? 'bad'}>{STATES[state]?.text ?? state}</Tone>
                {why === undefined ? null : <small>{why}</small>}
              </>
            ),
          },
          { title: 'Asked by', cell: ({ requester, own }) => `${requester}${own ? ' (you)' : ''}` },
          { title: 'Asked', cell: ({ created_at }) => <Time at={created_at} /> },
          { title: 'Decided by', cell: ({ decided_by }) => decided_by ?? 'nobody' },
          { title: 'Arguments', cell: (one) => <div className="clamp">{JSON.stringify(one.arguments)}</div> },
        ]}
      />
    </>
  )
}

function toCut({ may_be_more, limit }: ActionList): string | null {
  return may_be_more ? `The newest ${limit} are shown; older ones may wait too.` : null
}
