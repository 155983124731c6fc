import type { UseQueryResult } from '@tanstack/react-query'
import type { PolicyTestResult } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { describeEntry, keyOfEntry, toSummary } from './words.ts'

type Change = Readonly<{ what: string; key: string } & PolicyTestResult['effect']['disappears'][number]>

// What applying these rules would do: assertions that fail, unknown names, what would disappear and come back.
export function Effect({ query }: Readonly<{ query: UseQueryResult<PolicyTestResult> }>) {
  return (
    <section aria-label="What would disappear">
      <h3>What would disappear</h3>
      <p className="quiet">
        By what agents last said of themselves; nothing is enforced before it is applied.
      </p>
      <AsyncState what="what would disappear" query={query} partial={toMissing}>
        {(tested) => <Tested tested={tested} />}
      </AsyncState>
    </section>
  )
}

function Tested({ tested }: Readonly<{ tested: PolicyTestResult }>) {
  const { failed, unknown, effect } = tested
  const rows = toChanges(effect)
  return (
    <>
      <p role="status">{toSummary(tested)}</p>
      {failed.length === 0 ? null : (
        <div role="alert" className="problem">
          {failed.length} assertions do not hold, so this cannot be applied:
          <ul>
            {failed.map((one) => (
              <li key={keyOfEntry(one)}>
                {describeEntry(one)} must be {String(one['expect'])}
              </li>
            ))}
          </ul>
        </div>
      )}
      {unknown.map(({ operation, nearest }) => (
        <p key={operation} className="problem">
          Nobody knows {operation}
          {nearest.length === 0 ? '' : `; perhaps ${nearest.join(' or ')}`}. It is kept, and denies nothing
          today.
        </p>
      ))}
      {effect.tools.disappear.length === 0 ? null : (
        <p>Tools no longer offered: {effect.tools.disappear.join(', ')}</p>
      )}
      {effect.tools.return.length === 0 ? null : <p>Tools offered again: {effect.tools.return.join(', ')}</p>}
      {rows.length === 0 ? null : (
        <DataTable
          label="Changes of the surface"
          rows={rows}
          keyOf={({ key }) => key}
          columns={[
            { title: 'Operation', cell: ({ operation }) => operation },
            { title: 'What happens', cell: ({ what }) => what },
            { title: 'Agent', cell: ({ name }) => name },
            { title: 'Instance', cell: ({ instance }) => instance },
            { title: 'By rule', cell: ({ rule }) => rule },
          ]}
        />
      )}
    </>
  )
}

function toMissing({ effect: { not_known } }: PolicyTestResult): string | null {
  if (not_known.length === 0) return null
  const names = not_known.slice(0, 10).map(({ name }) => name)
  return `${not_known.length} agents have not reported, so what would go there is not known: ${names.join(', ')}`
}

function toChanges({ disappears, narrowed, returns }: PolicyTestResult['effect']): readonly Change[] {
  const toChange = (what: string) => (one: PolicyTestResult['effect']['disappears'][number]) => ({
    ...one,
    what,
    key: [what, one.agent, one.instance, one.operation, one.rule].join(' '),
  })
  return [
    ...disappears.map(toChange('disappears')),
    ...narrowed.map((one) => toChange(`loses ${describeEntry(one.scope).replace(/^, /, '')}`)(one)),
    ...returns.map(toChange('comes back')),
  ]
}
