import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ActionView, send, toProblem } from '../../api/index.ts'
import { Answer } from '../catalog/answer.tsx'

// Runs an approved action of who is signed in, once, and shows its answer.
export function Run({ action }: Readonly<{ action: ActionView }>) {
  const cache = useQueryClient()
  const running = useMutation({
    mutationFn: () =>
      send<unknown>('POST', `/api/v1/actions/${encodeURIComponent(action.id)}/run`, { interactive: true }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['actions'] }),
  })
  return (
    <div aria-live="polite">
      {action.state === 'approved' ? (
        <Button loading={running.isPending} onClick={() => running.mutate()}>
          Run it now
        </Button>
      ) : null}
      {running.error === null ? null : (
        <p role="alert" className="problem">
          No answer came ({toProblem(running.error).text}): whether it has run is told by its state here.
        </p>
      )}
      {running.data === undefined ? null : <Answer answer={running.data} />}
    </div>
  )
}
