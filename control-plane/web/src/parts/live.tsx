import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useEvents } from '../api/index.ts'
import { Time } from './time.tsx'

type Props = Readonly<{
  of: 'policy' | 'actions' | 'investigations' | 'audit'
  // Follows one investigation alone.
  id?: string
  // What is read again after each change: every query whose key begins so.
  queryKey: readonly string[]
}>

// Follows changes and reads again after each; says so when nothing is heard, with the time of what is shown.
export function Live({ of, id, queryKey }: Props) {
  const cache = useQueryClient()
  const [at, setAt] = useState<number | null>(null)
  const which = id === undefined ? '' : `&id=${encodeURIComponent(id)}`
  const { live } = useEvents(`/api/v1/changes?of=${of}${which}`, () => {
    // The first event too: what was read before the stream stood may have changed since.
    void cache.invalidateQueries({ queryKey })
    setAt(Date.now())
  })
  if (live === null)
    return (
      <p role="status" className="quiet">
        Connecting ...
      </p>
    )
  if (live)
    return (
      <p role="status" className="quiet">
        Live
      </p>
    )
  return (
    <p role="status" className="problem">
      Not live: the control plane does not answer, so this may be old
      {at === null ? null : (
        <>
          ; it last changed at <Time at={at} />
        </>
      )}
      .
    </p>
  )
}
