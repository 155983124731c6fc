import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Link } from 'wouter'
import { get, type InvestigationPage } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Live } from '../../parts/live.tsx'
import { Time } from '../../parts/time.tsx'
import { Tone } from '../../parts/tone.tsx'

type Row = InvestigationPage['investigations'][number]

const LIMIT = 200
const SEEN_CHOICES = [
  { value: '', label: 'All' },
  { value: 'partial', label: 'with calls that saw a part' },
  { value: 'none', label: 'with calls that saw nothing' },
]

// Investigations, the last used first, by words, by who opened them, and by what their calls could not see.
export function InvestigationList() {
  const [text, setText] = useState('')
  const [by, setBy] = useState('')
  const [visibility, setVisibility] = useState('')
  const path = useDeferredValue(toPath({ text: text.trim(), principal: by.trim(), visibility }))
  const query = useQuery({
    queryKey: ['investigations', path],
    queryFn: ({ signal }) => get<InvestigationPage>(path, signal),
  })
  return (
    <>
      <Live of="investigations" queryKey={['investigations']} />
      <div className="row">
        <TextInput
          label="Find in titles"
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NativeSelect
          label="What was seen"
          data={SEEN_CHOICES}
          value={visibility}
          onChange={(event) => setVisibility(event.currentTarget.value)}
        />
        <TextInput
          label="Opened by"
          placeholder="tok_..."
          maxLength={128}
          value={by}
          onChange={(event) => setBy(event.currentTarget.value)}
        />
      </div>
      <AsyncState
        what="the investigations"
        query={query}
        partial={toCut}
        isEmpty={({ investigations }) => investigations.length === 0}
        empty={path === toPath({}) ? 'There is no investigation yet.' : 'No investigation fits this filter.'}
      >
        {({ investigations }) => <Threads rows={investigations} />}
      </AsyncState>
    </>
  )
}

function Threads({ rows }: Readonly<{ rows: readonly Row[] }>) {
  return (
    <DataTable
      label="Investigations"
      rows={rows}
      keyOf={({ investigation }) => investigation}
      columns={[
        {
          title: 'Title',
          cell: ({ investigation, title }) => (
            <Link href={`/investigations/${encodeURIComponent(investigation)}`}>
              {title || investigation}
            </Link>
          ),
        },
        { title: 'Last used', cell: ({ last_at }) => <Time at={last_at} /> },
        { title: 'Calls', cell: ({ calls }) => calls },
        { title: 'Not wholly seen', cell: (row) => <Blind row={row} /> },
        {
          title: 'Opened by',
          cell: ({ opened_by, client }) => (
            <>
              {opened_by}
              <small className="quiet">{client}</small>
            </>
          ),
        },
        { title: 'Outcome', cell: ({ outcome }) => <div className="clamp">{outcome ?? 'none written'}</div> },
      ]}
    />
  )
}

function Blind({ row: { partial, none, errors } }: Readonly<{ row: Row }>) {
  if (partial + none + errors === 0) return <span>0</span>
  return (
    <>
      {partial === 0 ? null : <Tone tone="warn">{partial} partial </Tone>}
      {none === 0 ? null : <Tone tone="bad">{none} none </Tone>}
      {errors === 0 ? null : <Tone tone="bad">{errors} failed</Tone>}
    </>
  )
}

function toPath(filter: Readonly<Record<string, string>>): string {
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  return `/api/v1/investigations?${new URLSearchParams([...given, ['limit', String(LIMIT)]])}`
}

function toCut({ may_be_more, limit }: InvestigationPage): string | null {
  return may_be_more ? `The last ${limit} that were used are shown; there are more: narrow the filter.` : null
}
