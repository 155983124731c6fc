import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type PolicyDraft, type PolicyOverview, type PolicyTestResult, send } from '../../api/index.ts'
import { toFailure } from '../../parts/to-failure.ts'
import { Apply } from './apply.tsx'
import { Effect } from './effect.tsx'
import { EntryForm } from './entry-form.tsx'
import { EntryList } from './entry-list.tsx'
import { type Entry, isSame, keyOfEntry, toStart } from './words.ts'

const SAVED = 'Saved, and enforced nowhere.'

// The draft as an admin edits it: what it denies, what must hold, what applying it would do, and applying it.
export function Editor({ policy }: Readonly<{ policy: PolicyOverview }>) {
  const { draft } = policy
  const cache = useQueryClient()
  const [text, setText] = useState(() => toStart(policy))
  // The revision that these texts were made from; null: there was no draft.
  const [base, setBase] = useState(draft?.revision ?? null)
  const refresh = () => cache.invalidateQueries({ queryKey: ['policy'] })
  const testing = useQuery({
    // Read again when a report changes what agents say they serve.
    queryKey: ['policy', 'test', JSON.stringify(text)],
    queryFn: () => send<PolicyTestResult>('POST', '/api/v1/policy/test', text),
  })
  const saving = useMutation({
    mutationFn: () => send<PolicyDraft>('POST', '/api/v1/policy/draft', { ...text, revision: base }),
    onSuccess: (saved) => {
      setBase(saved.revision)
      setText({ rules: saved.rules, assertions: saved.assertions })
    },
    onSettled: refresh,
  })
  const dropping = useMutation({
    mutationFn: (revision: string) => send('DELETE', `/api/v1/policy/draft/${encodeURIComponent(revision)}`),
    onSuccess: () => {
      setBase(null)
      setText(toStart({ draft: null, applied: policy.applied }))
    },
    onSettled: refresh,
  })
  const takeTheirs = () => {
    setText(toStart(policy))
    setBase(draft?.revision ?? null)
  }
  const add = (field: 'rules' | 'assertions') => (entry: Entry) =>
    setText((before) => {
      const key = keyOfEntry(entry)
      const isThere = before[field].some((one) => keyOfEntry(one) === key)
      return isThere ? before : { ...before, [field]: [...before[field], entry] }
    })
  const remove = (field: 'rules' | 'assertions') => (entry: Entry) =>
    setText((before) => ({ ...before, [field]: before[field].filter((one) => one !== entry) }))

  const isSaved = isSame(text, draft ?? policy.applied)
  const isMoved = (draft?.revision ?? null) !== base
  const failed = saving.error ?? dropping.error
  return (
    <section aria-label="Draft">
      <h2>Draft</h2>
      <p role="status" data-tone={isSaved ? 'plain' : 'warn'}>
        {!isSaved ? 'Not saved.' : draft === null ? 'There is no draft: this is what is applied.' : SAVED}
      </p>
      {isMoved && !saving.isPending && !dropping.isPending ? (
        <div role="alert" className="problem">
          The draft was changed elsewhere since you began.{' '}
          <Button size="compact-xs" variant="default" onClick={takeTheirs}>
            Show how it is now, without my changes
          </Button>
        </div>
      ) : null}
      <h3>Denied</h3>
      <EntryList label="Rules of the draft" entries={text.rules} onRemove={remove('rules')} />
      <EntryForm kind="rule" onAdd={add('rules')} />
      <h3>Assertions that must hold</h3>
      <EntryList label="Assertions of the draft" entries={text.assertions} onRemove={remove('assertions')} />
      <EntryForm kind="assertion" onAdd={add('assertions')} />
      <Effect query={testing} />
      <p role="alert" className="problem">
        {failed === null ? '' : toFailure(failed, 'done')}
      </p>
      <div className="row">
        <Button onClick={() => saving.mutate()} loading={saving.isPending} disabled={isSaved}>
          Save the draft
        </Button>
        {draft === null ? null : (
          <Button
            variant="default"
            loading={dropping.isPending}
            onClick={() => dropping.mutate(draft.revision)}
          >
            Drop the draft
          </Button>
        )}
      </div>
      {draft !== null && isSaved && !isMoved ? (
        <Apply
          key={draft.revision}
          draft={draft}
          tested={testing.error === null ? (testing.data ?? null) : null}
          onApplied={() => setBase(null)}
        />
      ) : (
        <p className="quiet">Save the draft to apply it.</p>
      )}
    </section>
  )
}
