import { Alert, Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toProblem } from '../api/api-error.ts'

type Props<T> = Readonly<{
  // What is read, as it stands in a sentence: "the audit".
  what: string
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'dataUpdatedAt' | 'refetch'>
  // Why this is not all of it; null when nothing was left unread. Then nothing is ever called empty.
  partial?: (data: T) => string | null
  isEmpty?: (data: T) => boolean
  // What may be said when everything was read and there is nothing.
  empty?: ReactNode
  children(data: T): ReactNode
}>

// Draws what was read. What could not be read is told as such, never as an empty list; what was read a while ago is
// told with its time; what was read in part is told as a part.
export function AsyncState<T>({ what, query, partial, isEmpty, empty, children }: Props<T>) {
  const { data, error } = query
  if (data === undefined)
    return error === null ? (
      <p className="quiet" role="status">
        Reading {what} ...
      </p>
    ) : (
      <Unread what={what} error={error} onRetry={() => void query.refetch()} />
    )
  const missing = partial?.(data) ?? null
  const hasNothing = isEmpty?.(data) === true
  return (
    <>
      {error === null ? null : (
        <Unread what={what} error={error} at={query.dataUpdatedAt} onRetry={() => void query.refetch()} />
      )}
      {missing === null ? null : (
        <Alert color="yellow" title={`Not all of ${what} was read`} role="status">
          {missing}
        </Alert>
      )}
      {hasNothing ? toNothing({ empty, what, isWhole: error === null && missing === null }) : children(data)}
    </>
  )
}

function toNothing({ empty, what, isWhole }: Readonly<{ empty: ReactNode; what: string; isWhole: boolean }>) {
  return isWhole ? (
    <p>{empty ?? 'There is none.'}</p>
  ) : (
    <p className="problem">Whether there is any is not known: {what} could not be read to its end.</p>
  )
}

type UnreadProps = Readonly<{ what: string; error: unknown; at?: number; onRetry(): void }>

function Unread({ what, error, at, onRetry }: UnreadProps) {
  const { text, fix } = toProblem(error)
  return (
    <Alert color="red" title={`Could not read ${what}`} role="alert">
      <p>
        {text}
        {fix === null ? '.' : `: ${fix}.`}{' '}
        {at === undefined
          ? 'Nothing of it is known.'
          : `What is shown was true at ${new Date(at).toLocaleString()}.`}
      </p>
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  )
}
