import type { AuditPage } from '../../api/index.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Time } from '../../parts/time.tsx'
import { Tone } from '../../parts/tone.tsx'
import { findOpenIntents, keyOfRow } from './words.ts'

type Row = AuditPage['rows'][number]

// Rows of the audit; an effect whose outcome no row tells is said so where every later row is there.
export function RowTable({ rows, isFiltered }: Readonly<{ rows: readonly Row[]; isFiltered: boolean }>) {
  const open = isFiltered ? new Set<string>() : findOpenIntents(rows)
  return (
    <DataTable<Row>
      label="Audit"
      rows={rows}
      keyOf={(row) => keyOfRow(row)}
      columns={[
        { title: 'Time', cell: ({ at }) => <Time at={at} /> },
        { title: 'Kind', cell: ({ kind }) => kind },
        { title: 'Principal', cell: ({ principal }) => principal ?? 'nobody known' },
        {
          title: 'Action',
          cell: ({ action, count }) => (count === undefined ? action : `${action}, ${count} times`),
        },
        {
          title: 'Where',
          cell: ({ agent, agents, instance }) =>
            [agent ?? agents?.join(', '), instance].filter((one) => one !== undefined).join(', '),
        },
        {
          title: 'Outcome',
          cell: (row) =>
            open.has(keyOfRow(row)) ? (
              <Tone tone="bad">no outcome stands: it runs, or nobody knows</Tone>
            ) : (
              row.outcome?.join(', ')
            ),
        },
        { title: 'All of it', cell: (row) => <Whole row={row} /> },
      ]}
    />
  )
}

function Whole({ row }: Readonly<{ row: Row }>) {
  return (
    <details>
      <summary>row {row.seq}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>{JSON.stringify(row, null, 2)}</pre>
    </details>
  )
}
