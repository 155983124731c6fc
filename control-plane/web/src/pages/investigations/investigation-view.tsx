import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { get, type InvestigationDetail } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Live } from '../../parts/live.tsx'
import { Time } from '../../parts/time.tsx'
import { Entries } from './entries.tsx'
import { Export } from './export.tsx'
import { NoteForm } from './note-form.tsx'
import { Timeline } from './timeline.tsx'

// One investigation: its timeline, hypotheses, notes and links. All its texts are history that nobody vouches for.
export function InvestigationView({ id }: Readonly<{ id: string }>) {
  const path = `/api/v1/investigations/${encodeURIComponent(id)}`
  const query = useQuery({
    queryKey: ['investigations', 'one', id],
    queryFn: ({ signal }) => get<InvestigationDetail>(path, signal),
  })
  return (
    <>
      <p>
        <Link href="/investigations">All investigations</Link>
      </p>
      <Live of="investigations" id={id} queryKey={['investigations', 'one', id]} />
      <AsyncState what="the investigation" query={query} partial={toUnkept}>
        {(thread) => <Thread thread={thread} path={path} />}
      </AsyncState>
    </>
  )
}

function Thread({ thread, path }: Readonly<{ thread: InvestigationDetail; path: string }>) {
  const { investigation, title, opened_by, client, calls, partial, none, errors, outcome } = thread
  return (
    <>
      <h2>{title || investigation}</h2>
      <p className="quiet">
        Opened by {opened_by} with {client}, <Time at={thread.opened_at} />; last used{' '}
        <Time at={thread.last_at} />
      </p>
      <p role="status" data-tone={partial + none + errors === 0 ? 'plain' : 'warn'} className="verdict">
        {calls} calls: {partial} saw a part, {none} saw nothing, {errors} failed.
      </p>
      <CopyText
        what="the permalink"
        text={`${location.origin}/investigations/${encodeURIComponent(investigation)}`}
      />
      <Export path={path} name={`${investigation}.md`} />
      <h3>Outcome</h3>
      {outcome === undefined ? (
        <p className="quiet">None was written.</p>
      ) : (
        <p className="written">
          {outcome} <span className="quiet">(by a {thread.outcome_by})</span>
        </p>
      )}
      <Timeline steps={thread.timeline} isWhole={calls <= thread.timeline.length} />
      <Entries thread={thread} />
      <NoteForm path={path} id={investigation} />
    </>
  )
}

function toUnkept({ calls, timeline }: InvestigationDetail): string | null {
  const lost = calls - timeline.length
  return lost > 0 ? `${lost} of its ${calls} calls were counted and not kept.` : null
}
