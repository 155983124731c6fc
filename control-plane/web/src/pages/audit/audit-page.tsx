import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { get, type AuditPage as Rows } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { Live } from '../../parts/live.tsx'
import { RowTable } from './row-table.tsx'
import { Verify } from './verify.tsx'
import { type Filter, KINDS, LIMIT, NO_FILTER, toPath } from './words.ts'

const FIELDS: readonly Readonly<{ key: keyof Filter; label: string; type: 'text' | 'datetime-local' }>[] = [
  { key: 'principal', label: 'Principal', type: 'text' },
  { key: 'action', label: 'Action', type: 'text' },
  { key: 'agent', label: 'Agent', type: 'text' },
  { key: 'call', label: 'Call', type: 'text' },
  { key: 'from', label: 'From', type: 'datetime-local' },
  { key: 'to', label: 'To', type: 'datetime-local' },
]

// What was asked, decided and done, newest first, and whether the record is as it was written.
export function AuditPage() {
  const [filter, setFilter] = useState<Filter>(NO_FILTER)
  const path = useDeferredValue(toPath(filter))
  const query = useQuery({
    queryKey: ['audit', path],
    queryFn: ({ signal }) => get<Rows>(path, signal),
  })
  const isFiltered = path !== toPath(NO_FILTER)
  return (
    <>
      <Live of="audit" queryKey={['audit']} />
      <Verify />
      <h2>Rows</h2>
      <div className="row">
        <NativeSelect
          label="Kind"
          data={[{ value: '', label: 'All' }, ...KINDS.map((kind) => ({ value: kind, label: kind }))]}
          value={filter.kind}
          onChange={(event) => setFilter({ ...filter, kind: event.currentTarget.value })}
        />
        {FIELDS.map(({ key, label, type }) => (
          <TextInput
            key={key}
            label={label}
            type={type}
            maxLength={256}
            value={filter[key]}
            onChange={(event) => setFilter({ ...filter, [key]: event.currentTarget.value })}
          />
        ))}
        <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
          Clear the filter
        </Button>
      </div>
      <AsyncState
        what="the audit"
        query={query}
        partial={toMissing}
        isEmpty={({ rows }) => rows.length === 0}
        empty={isFiltered ? 'No row fits this filter.' : 'Nothing was recorded yet.'}
      >
        {({ rows }) => <RowTable rows={rows} isFiltered={isFiltered} />}
      </AsyncState>
    </>
  )
}

function toMissing({ unreadable, may_be_more }: Rows): string | null {
  const said = [
    unreadable === 0 ? [] : `${unreadable} rows cannot be read: verify names their chain.`,
    may_be_more ? `The newest ${LIMIT} are shown; there may be more: narrow the filter.` : [],
  ].flat()
  return said.length === 0 ? null : said.join(' ')
}
