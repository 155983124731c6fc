import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { get, type JoinTokenBody, send, toProblem } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Time } from '../../parts/time.tsx'
import { InstallLines } from './install-lines.tsx'

type JoinToken = Readonly<{
  id: string
  expires_at: string | null
  max_uses: number | null
  uses: number
  revoked_at: string | null
}>
type Made = Readonly<{ id: string; secret: string }>

const KINDS: readonly Readonly<{ value: string; label: string; body: JoinTokenBody }>[] = [
  { value: 'once', label: 'One agent, within ten minutes', body: { ttl_seconds: 600, max_uses: 1 } },
  { value: 'day', label: 'Twenty agents, within a day', body: { ttl_seconds: 86_400, max_uses: 20 } },
]

// Join tokens for machines and clusters that nobody registered ahead; a secret is shown once, after it was made.
export function JoinTokens() {
  const cache = useQueryClient()
  const [kind, setKind] = useState('once')
  const refresh = () => cache.invalidateQueries({ queryKey: ['join-tokens'] })
  const query = useQuery({
    queryKey: ['join-tokens'],
    queryFn: ({ signal }) =>
      get<Readonly<{ join_tokens: readonly JoinToken[] }>>('/api/v1/join-tokens', signal),
  })
  const making = useMutation({
    mutationFn: () => {
      const chosen = KINDS.find(({ value }) => value === kind)
      return send<Made>('POST', '/api/v1/join-tokens', chosen?.body)
    },
    onSuccess: refresh,
    // The secret leaves the memory of the page with its component.
    gcTime: 0,
  })
  const revoking = useMutation({
    mutationFn: (id: string) => send('DELETE', `/api/v1/join-tokens/${encodeURIComponent(id)}`),
    onSuccess: refresh,
  })
  const failed = making.error ?? revoking.error
  return (
    <>
      <h2>Join tokens</h2>
      <p>
        For a host, or a cluster that is not registered: the agent joins once by its token and keeps a key of
        its own.
      </p>
      <div className="row">
        <NativeSelect
          label="For"
          data={KINDS.map(({ value, label }) => ({ value, label }))}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        <Button onClick={() => making.mutate()} loading={making.isPending}>
          Make a join token
        </Button>
      </div>
      <p role="alert" className="problem">
        {failed === null ? '' : `Not done: ${toProblem(failed).text}.`}
      </p>
      {making.data === undefined ? null : (
        <>
          <p role="status">Made {making.data.id}. It is shown this once:</p>
          <CopyText what="the join token" text={making.data.secret} />
          <InstallLines method="joinToken" />
        </>
      )}
      <AsyncState
        what="the join tokens"
        query={query}
        isEmpty={({ join_tokens }) => join_tokens.length === 0}
        empty="There is no join token."
      >
        {({ join_tokens }) => (
          <DataTable
            label="Join tokens"
            rows={join_tokens}
            keyOf={({ id }) => id}
            columns={[
              { title: 'Token', cell: ({ id }) => id },
              { title: 'Used', cell: ({ uses, max_uses }) => `${uses} of ${max_uses ?? 'any number'}` },
              { title: 'Ends', cell: ({ expires_at }) => <Time at={expires_at} none="never" /> },
              {
                title: 'Revoked',
                cell: ({ id, revoked_at }) =>
                  revoked_at === null ? (
                    <Button
                      variant="default"
                      size="compact-xs"
                      aria-label={`Revoke ${id}`}
                      onClick={() => revoking.mutate(id)}
                    >
                      Revoke
                    </Button>
                  ) : (
                    <Time at={revoked_at} />
                  ),
              },
            ]}
          />
        )}
      </AsyncState>
    </>
  )
}
