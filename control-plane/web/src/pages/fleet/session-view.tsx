import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type CatalogItem, type CatalogPage, get } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { countConnectors, groupHidden } from './group-hidden.ts'
import { useRefresh } from './use-refresh.ts'

// What a session of this token would be offered now, and for what reason not the rest.
export function SessionView({ at }: Readonly<{ at: string }>) {
  const query = useQuery({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => get<CatalogPage>('/api/v1/catalog/tools', signal),
  })
  useRefresh(query.refetch, at)
  return (
    <>
      <h2>What a session sees</h2>
      <AsyncState
        what="the catalogue"
        query={query}
        partial={({ settled }) =>
          settled
            ? null
            : 'Not every agent has said what it serves: tools that nobody has ruled out are offered too.'
        }
      >
        {({ tools }) => <Offered tools={tools} />}
      </AsyncState>
    </>
  )
}

function Offered({ tools }: Readonly<{ tools: readonly CatalogItem[] }>) {
  const announced = tools.filter((tool) => tool.announced)
  const groups = groupHidden(tools)
  return (
    <>
      <p>
        With this token: <strong>{announced.length}</strong> of {tools.length} tools are offered.{' '}
        <Link href="/catalog">Look at them</Link>
      </p>
      <ul>
        {groups.map((group) => (
          <li key={group.key}>
            <details>
              <summary>
                {group.tools.length} not offered: {group.why}
              </summary>
              <Connecting tools={group.tools} />
              <p className="quiet">{group.tools.map((tool) => tool.tool).join(', ')}</p>
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

function Connecting({ tools }: Readonly<{ tools: readonly CatalogItem[] }>) {
  const counts = countConnectors(tools)
  if (counts.length === 0) return null
  return (
    <p>Connecting would help: {counts.map(([connector, count]) => `${connector} (${count})`).join(', ')}</p>
  )
}
