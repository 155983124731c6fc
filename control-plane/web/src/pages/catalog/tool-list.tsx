import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { type CatalogItem, type CatalogPage, get } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Tone } from '../../parts/tone.tsx'
import { findTools, type Wanted } from './find-tools.ts'
import { ADMISSIONS, STANDINGS, toWhy } from './words.ts'

const REFRESH_MS = 10_000

// Every tool, searchable, by family and by how it stands here.
export function ToolList() {
  const query = useQuery({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => get<CatalogPage>('/api/v1/catalog/tools', signal),
    refetchInterval: REFRESH_MS,
  })
  return (
    <AsyncState
      what="the catalogue"
      query={query}
      partial={({ settled }) => (settled ? null : 'Not every agent has said what it serves.')}
    >
      {({ tools }) => <Tools tools={tools} />}
    </AsyncState>
  )
}

function Tools({ tools }: Readonly<{ tools: readonly CatalogItem[] }>) {
  const [wanted, setWanted] = useState<Wanted>({ text: '', family: '', standing: '' })
  const deferred = useDeferredValue(wanted)
  const found = useMemo(() => findTools(tools, deferred), [tools, deferred])
  const families = useMemo(() => toFamilies(tools), [tools])
  return (
    <>
      <div className="row">
        <TextInput
          label="Search"
          placeholder="Words of a name, title or use"
          value={wanted.text}
          onChange={(event) => setWanted({ ...wanted, text: event.currentTarget.value })}
        />
        <NativeSelect
          label="Family"
          data={families}
          value={wanted.family}
          onChange={(event) => setWanted({ ...wanted, family: event.currentTarget.value })}
        />
        <NativeSelect
          label="Here"
          data={[
            { value: '', label: 'All' },
            ...Object.entries(STANDINGS).map(([value, { text }]) => ({ value, label: text })),
          ]}
          value={wanted.standing}
          onChange={(event) => setWanted({ ...wanted, standing: event.currentTarget.value })}
        />
        <p className="quiet" role="status">
          {found.length} of {tools.length} tools
        </p>
      </div>
      <DataTable
        label="Tools"
        rows={found}
        keyOf={(tool) => tool.tool}
        columns={[
          { title: 'Tool', cell: (tool) => <Name tool={tool} /> },
          { title: 'Family', cell: (tool) => tool.family },
          { title: 'Tier', cell: (tool) => <Tier tool={tool} /> },
          { title: 'Here', cell: (tool) => <Here tool={tool} /> },
          { title: 'What it does', cell: (tool) => <div className="clamp">{tool.description}</div> },
        ]}
      />
    </>
  )
}

function Name({ tool }: Readonly<{ tool: CatalogItem }>) {
  return (
    <>
      <Link href={`/catalog/${encodeURIComponent(tool.tool)}`}>{tool.title}</Link>
      <small className="quiet">{tool.tool}</small>
    </>
  )
}

function Tier({ tool }: Readonly<{ tool: CatalogItem }>) {
  const admission = ADMISSIONS[tool.admission]
  return (
    <>
      {tool.tier}
      {admission === null ? null : <small>{admission}</small>}
    </>
  )
}

function Here({ tool }: Readonly<{ tool: CatalogItem }>) {
  const { tone, text } = STANDINGS[tool.standing]
  const why = toWhy(tool)
  return (
    <>
      <Tone tone={tone}>{text}</Tone>
      {why === '' ? null : <small>{why}</small>}
    </>
  )
}

function toFamilies(tools: readonly CatalogItem[]) {
  const counts = Map.groupBy(tools, ({ family }) => family)
  const names = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    { value: '', label: 'All' },
    ...names.map(([family, all]) => ({ value: family, label: `${family} (${all.length})` })),
  ]
}
