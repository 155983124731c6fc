import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { type InvestigationDetail, send } from '../../api/index.ts'
import { toFailure } from '../../parts/to-failure.ts'

// Adds a note of a person to a thread.
export function NoteForm({ path, id }: Readonly<{ path: string; id: string }>) {
  const cache = useQueryClient()
  const [text, setText] = useState('')
  const adding = useMutation({
    mutationFn: () => send<InvestigationDetail>('POST', `${path}/notes`, { text: text.trim() }),
    onSuccess: (thread) => {
      cache.setQueryData(['investigations', 'one', id], thread)
      setText('')
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() !== '') adding.mutate()
  }
  return (
    <form onSubmit={submit} className="stack try">
      <Textarea
        label="Add a note"
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" loading={adding.isPending} disabled={text.trim() === ''}>
          Keep the note
        </Button>
      </div>
      <p role="alert" className="problem">
        {adding.error === null ? '' : toFailure(adding.error, 'kept')}
      </p>
    </form>
  )
}
