import type { ReactNode } from 'react'
import type { InvestigationDetail } from '../../api/index.ts'
import { Time } from '../../parts/time.tsx'
import { toSafeUrl } from './words.ts'

type Entry = InvestigationDetail['notes'][number]

// What people and models wrote beside the calls; each says who wrote it.
export function Entries({ thread }: Readonly<{ thread: InvestigationDetail }>) {
  return (
    <>
      <List title="Hypotheses" entries={thread.hypotheses}>
        {({ text, state, certainty, evidence = [] }) => (
          <>
            {text}
            <small>
              {state}
              {certainty === 'partial' ? ', on calls that saw only a part' : ''}
              {evidence.length === 0 ? ', cites no call' : `, cites ${evidence.join(', ')}`}
            </small>
          </>
        )}
      </List>
      <List title="Notes" entries={thread.notes}>
        {({ text }) => text}
      </List>
      <List title="Links" entries={thread.links}>
        {({ text, to }) => (
          <>
            {to}: <SafeLink text={text} />
          </>
        )}
      </List>
    </>
  )
}

type ListProps = Readonly<{ title: string; entries: readonly Entry[]; children(entry: Entry): ReactNode }>

function List({ title, entries, children }: ListProps) {
  if (entries.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className="entries">
        {entries.map((entry) => (
          <li key={entry.id} className="written">
            {children(entry)}
            <small className="quiet">
              by a {entry.author} ({entry.by}), <Time at={entry.updated_at ?? entry.at} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SafeLink({ text }: Readonly<{ text: string }>) {
  const url = toSafeUrl(text)
  if (url === null) return <span>{text}</span>
  return (
    <a href={url} rel="noopener noreferrer nofollow" target="_blank">
      {text}
    </a>
  )
}
