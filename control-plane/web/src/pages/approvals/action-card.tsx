import type { ActionView } from '../../api/index.ts'
import { Time } from '../../parts/time.tsx'
import { Decide } from './decide.tsx'
import { Run } from './run.tsx'
import { STATES, toTimeLeft } from './words.ts'

type Props = Readonly<{ action: ActionView; mayDecide: boolean; now: number }>

// One action, whole: who asks, what exactly, where, what it would do now, until when; and the decision.
export function ActionCard({ action, mayDecide, now }: Props) {
  const { id, tool, tier, state, requester, own, asks, preview, why, meaning } = action
  const { tone, text } = STATES[state] ?? { tone: 'bad', text: state }
  return (
    <article className="action" aria-label={`${tool} ${id}`}>
      <h3>{tool}</h3>
      <p data-tone={tone} className="verdict">
        {text}: {meaning}
        {why === undefined ? '' : ` (${why})`}
      </p>
      <dl>
        <dt>Asked by</dt>
        <dd>
          {requester}
          {own ? ' (you)' : ''}, <Time at={action.created_at} />
        </dd>
        <dt>Risk</dt>
        <dd>
          {tier}; approved by {action.approver}
        </dd>
        <dt>Expires</dt>
        <dd>
          <Time at={action.expires_at} />
          {state === 'approval_pending' || state === 'approved'
            ? ` (${toTimeLeft(action.expires_at, now)})`
            : ''}
        </dd>
        {action.decided_by === null ? null : (
          <>
            <dt>Decided by</dt>
            <dd>{action.decided_by}</dd>
          </>
        )}
        <dt>Handle</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      <h4>What it asks</h4>
      {asks.length === 0 ? <p className="problem">Nobody knows what it would ask: deny it.</p> : null}
      {asks.map((part) => (
        <div key={`${part.operation} ${part.agent} ${part.instance} ${JSON.stringify(part.arguments)}`}>
          <p>
            {part.operation} ({part.tier}) at {part.instance} of agent {part.agent}
          </p>
          <Exactly label={`Arguments of ${part.operation}`} value={part.arguments} />
        </div>
      ))}
      <details>
        <summary>As its caller wrote it</summary>
        <Exactly label="Arguments as written" value={action.arguments} />
      </details>
      {preview === undefined ? null : (
        <>
          <h4>{toPreviewTitle(tool)}</h4>
          <Exactly label={toPreviewTitle(tool)} value={preview} />
        </>
      )}
      {state === 'approval_pending' ? <Decide action={action} mayDecide={mayDecide} /> : null}
      {own ? <Run action={action} /> : null}
    </article>
  )
}

function Exactly({ label, value }: Readonly<{ label: string; value: unknown }>) {
  return (
    <section aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
    </section>
  )
}

function toPreviewTitle(tool: string): string {
  return tool === 'alerts_silences_create'
    ? 'What it would silence, when it was asked'
    : 'What it would do, when it was asked'
}
