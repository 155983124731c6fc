import { useQuery } from '@tanstack/react-query'
import { get, type PolicyOverview } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Time } from '../../parts/time.tsx'
import { Tone, type ToneName } from '../../parts/tone.tsx'
import { useRefresh } from './use-refresh.ts'

type AgentPolicy = PolicyOverview['agents'][number]

const TONES: Readonly<Record<AgentPolicy['status'], ToneName>> = Object.freeze({
  APPLIED: 'good',
  APPLYING: 'warn',
  FAILED: 'bad',
})

// Draft and applied policy side by side, and how far each agent is.
export function PolicyState({ at }: Readonly<{ at: string }>) {
  const query = useQuery({
    queryKey: ['policy'],
    queryFn: ({ signal }) => get<PolicyOverview>('/api/v1/policy', signal),
  })
  useRefresh(query.refetch, at)
  return (
    <>
      <h2>Policy</h2>
      <AsyncState what="the policy" query={query}>
        {(policy) => <Policy policy={policy} />}
      </AsyncState>
    </>
  )
}

function Policy({ policy: { applied, draft, agents } }: Readonly<{ policy: PolicyOverview }>) {
  return (
    <>
      <div className="side-by-side">
        <section aria-label="Applied policy">
          <h3>Applied</h3>
          {applied === null ? (
            <p>None was ever applied: only the agents' own lists are enforced.</p>
          ) : (
            <>
              <p>
                Version {applied.version}, {applied.rules.length} rules, since{' '}
                <Time at={applied.applied_at} />
              </p>
              <code>{applied.hash}</code>
            </>
          )}
        </section>
        <section aria-label="Draft policy">
          <h3>Draft</h3>
          {draft === null ? (
            <p>There is no draft.</p>
          ) : (
            <p>
              {draft.rules.length} rules, edited <Time at={draft.edited_at} /> by {draft.edited_by}; enforced
              nowhere.
            </p>
          )}
        </section>
      </div>
      <DataTable
        label="Policy of each agent"
        rows={agents}
        keyOf={(one) => one.agent}
        columns={[
          { title: 'Agent', cell: (one) => one.name },
          {
            title: 'Status',
            cell: (one) => (
              <>
                <Tone tone={TONES[one.status] ?? 'bad'}>{one.status}</Tone>
                {one.reason === null ? null : <small>{one.detail ?? one.reason}</small>}
              </>
            ),
          },
          { title: 'Version', cell: (one) => one.remote_version ?? 'unknown' },
          { title: 'Enforced', cell: (one) => <Hash text={one.effective_hash} /> },
          { title: 'Must be', cell: (one) => <Hash text={one.expected_hash} /> },
          { title: 'Its own list', cell: (one) => <Hash text={one.local_hash} /> },
        ]}
      />
    </>
  )
}

function Hash({ text }: Readonly<{ text: string | null }>) {
  return text === null ? <span>unknown</span> : <code title={text}>{text.slice(0, 12)}</code>
}
