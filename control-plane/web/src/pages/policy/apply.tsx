import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type PolicyApplied, type PolicyDraft, type PolicyTestResult, send } from '../../api/index.ts'
import { toFailure } from '../../parts/to-failure.ts'
import { toSummary } from './words.ts'

type Props = Readonly<{
  draft: PolicyDraft
  // What this very draft would do; null while that is not known, and then it cannot be applied here.
  tested: PolicyTestResult | null
  onApplied(): void
}>

// Applies the saved draft, in two steps: the second says what goes.
export function Apply({ draft, tested, onApplied }: Props) {
  const cache = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const applying = useMutation({
    mutationFn: () => send<PolicyApplied>('POST', '/api/v1/policy/apply', { revision: draft.revision, note }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['policy'] })
      onApplied()
    },
  })
  const isReady = tested !== null && tested.failed.length === 0
  return (
    <div className="stack">
      <TextInput
        label="Note for the history"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {isAsking && tested !== null ? (
        <div role="alert">
          {toSummary(tested)} Apply it to every agent?
          <div className="row">
            <Button
              color="red.9"
              loading={applying.isPending}
              disabled={!isReady}
              onClick={() => applying.mutate()}
            >
              Apply to every agent
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              Apply nothing
            </Button>
          </div>
        </div>
      ) : (
        <div>
          <Button disabled={!isReady} onClick={() => setAsking(true)}>
            Apply ...
          </Button>
        </div>
      )}
      <p role="alert" className="problem">
        {applying.error === null ? '' : toFailure(applying.error, 'applied')}
      </p>
    </div>
  )
}
