import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ActionView, send } from '../../api/index.ts'
import { toFailure } from '../../parts/to-failure.ts'
import { nameToType, whyNotApprove } from './words.ts'

type Props = Readonly<{ action: ActionView; mayDecide: boolean }>

// Approves or denies one pending action. Approving takes a second click, and the object's typed name for `high_risk`.
export function Decide({ action, mayDecide }: Props) {
  const cache = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const deciding = useMutation({
    mutationFn: (verdict: 'approve' | 'deny') =>
      send<ActionView>('POST', `/api/v1/actions/${encodeURIComponent(action.id)}/decision`, { verdict }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['actions'] }),
  })
  // Who decides by keyboard goes on where the question stands.
  const question = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAsking) question.current?.focus()
  }, [isAsking])
  const why = whyNotApprove(action, mayDecide)
  const name = nameToType(action)
  const isNamed = name === null || typed === name
  return (
    <div className="stack">
      {why === null ? null : <p className="problem">{why}</p>}
      {why === null && isAsking ? (
        <section ref={question} tabIndex={-1} aria-label="Approve exactly this" className="stack">
          <p>
            Approve exactly what is shown above, once? It runs when who asked for it runs it, within its time.
          </p>
          {name === null ? null : (
            <TextInput
              label={`Type ${name} to approve`}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <div className="row">
            <Button
              color="red.9"
              disabled={!isNamed}
              loading={deciding.isPending}
              onClick={() => deciding.mutate('approve')}
            >
              Approve it now
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              Decide nothing
            </Button>
          </div>
        </section>
      ) : (
        <div className="row">
          {why === null ? <Button onClick={() => setAsking(true)}>Approve ...</Button> : null}
          {mayDecide ? (
            <Button variant="default" loading={deciding.isPending} onClick={() => deciding.mutate('deny')}>
              {action.own ? 'Take it back' : 'Deny'}
            </Button>
          ) : null}
        </div>
      )}
      <p role="alert" className="problem">
        {deciding.error === null ? '' : toFailure(deciding.error, 'decided')}
      </p>
    </div>
  )
}
