import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type CatalogDetail, get } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Tone } from '../../parts/tone.tsx'
import { TryIt } from './try-it.tsx'
import { ADMISSIONS, STANDINGS, toWhy } from './words.ts'

const REFRESH_MS = 10_000

// One tool: what it needs, who serves it, its schema, and a form that calls it.
export function ToolDetail({ name }: Readonly<{ name: string }>) {
  const query = useQuery({
    queryKey: ['catalog', name],
    queryFn: ({ signal }) => get<CatalogDetail>(`/api/v1/catalog/tools/${encodeURIComponent(name)}`, signal),
    refetchInterval: REFRESH_MS,
  })
  return (
    <>
      <p>
        <Link href="/catalog">All tools</Link>
      </p>
      <AsyncState what={`the tool ${name}`} query={query}>
        {(tool) => <Detail tool={tool} />}
      </AsyncState>
    </>
  )
}

function Detail({ tool }: Readonly<{ tool: CatalogDetail }>) {
  const { tone, text } = STANDINGS[tool.standing]
  const why = toWhy(tool)
  const admission = ADMISSIONS[tool.admission]
  return (
    <>
      <h2>{tool.title}</h2>
      <p>
        <code>{tool.tool}</code>
      </p>
      <p>{tool.description}</p>
      {tool.when.length === 0 ? null : <p>Ask it for: {tool.when.join(', ')}.</p>}
      <p>
        <Tone tone={tone}>{text}</Tone>
        {why === '' ? '' : `: ${why}`}. Tier {tool.tier}
        {admission === null ? '' : `, ${admission}`}.
      </p>
      <h3>Try it now</h3>
      <TryIt tool={tool} />
      {tool.operations.length === 0 ? null : <Places tool={tool} />}
      <h3>Input schema</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{JSON.stringify(tool.input_schema, null, 2)}</pre>
    </>
  )
}

function Places({ tool }: Readonly<{ tool: CatalogDetail }>) {
  return (
    <>
      <h3>Who has it</h3>
      <DataTable
        label="Places"
        rows={tool.places}
        keyOf={({ operation, agent, instance }) => `${operation} ${agent ?? ''} ${instance}`}
        columns={[
          { title: 'Operation', cell: ({ operation }) => <code>{operation}</code> },
          { title: 'Agent', cell: ({ agent }) => agent ?? 'none' },
          { title: 'Connector', cell: ({ instance }) => instance },
          {
            title: 'Now',
            cell: ({ state, detail }) =>
              state === 'read' ? (
                <Tone tone="good">would be asked</Tone>
              ) : (
                <Tone tone="bad">{detail === null ? state : `${state} (${detail})`}</Tone>
              ),
          },
        ]}
      />
    </>
  )
}
