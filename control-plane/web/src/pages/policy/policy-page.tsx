import { useQuery } from '@tanstack/react-query'
import { get, type PolicyOverview, useSession } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Live } from '../../parts/live.tsx'
import { Time } from '../../parts/time.tsx'
import { Tone } from '../../parts/tone.tsx'
import { Editor } from './editor.tsx'
import { EntryList } from './entry-list.tsx'
import { History } from './history.tsx'
import { AGENT_TONES } from './words.ts'

// What is denied everywhere: applied, how far each agent is, the draft, and the history.
export function PolicyPage() {
  const { isAdmin } = useSession()
  const query = useQuery({
    queryKey: ['policy', 'overview'],
    queryFn: ({ signal }) => get<PolicyOverview>('/api/v1/policy', signal),
  })
  return (
    <>
      <Live of="policy" queryKey={['policy']} />
      <AsyncState what="the policy" query={query}>
        {(policy) => (
          <>
            <Applied policy={policy} />
            {isAdmin ? (
              <Editor policy={policy} />
            ) : (
              <p className="quiet">Only an admin edits and applies the policy.</p>
            )}
            <History current={policy.applied?.version ?? null} />
          </>
        )}
      </AsyncState>
    </>
  )
}

function Applied({ policy: { applied, agents } }: Readonly<{ policy: PolicyOverview }>) {
  return (
    <section aria-label="Applied">
      <h2>Applied</h2>
      {applied === null ? (
        <p>None was ever applied: only the agents' own lists are enforced.</p>
      ) : (
        <>
          <p>
            Version {applied.version}, applied <Time at={applied.applied_at} /> by {applied.applied_by}
          </p>
          <small>
            <code>{applied.hash}</code>
          </small>
          <EntryList label="Rules that are applied" entries={applied.rules} />
          {applied.assertions.length === 0 ? null : (
            <EntryList label="Assertions that are applied" entries={applied.assertions} />
          )}
        </>
      )}
      <h3>Agents</h3>
      {agents.length === 0 ? (
        <p>No agent is known to this control plane.</p>
      ) : (
        <DataTable
          label="How far each agent is"
          rows={agents}
          keyOf={({ agent }) => agent}
          columns={[
            { title: 'Agent', cell: ({ name }) => name },
            {
              title: 'Status',
              cell: ({ status, reason, detail }) => (
                <>
                  <Tone tone={AGENT_TONES[status] ?? 'bad'}>{status}</Tone>
                  {reason === null ? null : (
                    <small>{detail === null ? reason : `${reason}: ${detail}`}</small>
                  )}
                </>
              ),
            },
            { title: 'Version', cell: ({ remote_version }) => remote_version ?? 'unknown' },
            { title: 'Enforced', cell: ({ effective_hash }) => <Hash text={effective_hash} /> },
            { title: 'Must be', cell: ({ expected_hash }) => <Hash text={expected_hash} /> },
          ]}
        />
      )}
    </section>
  )
}

function Hash({ text }: Readonly<{ text: string | null }>) {
  return text === null ? <span>unknown</span> : <code title={text}>{text.slice(0, 12)}</code>
}
