import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

// Rows drawn above and below what is seen.
const SPARE = 8
const GUESS_PX = 44
// As many rows as this are all drawn, and the page scrolls instead of the table.
const ALL = 40

type Column<T> = Readonly<{ title: string; cell(row: T): ReactNode }>

type Props<T> = Readonly<{
  // What it lists, for who does not see it.
  label: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  keyOf(row: T): string
}>

// A table that draws only the rows in view once there are more than 40; never 100. The first column names its row.
// Screen readers are told how many rows there are and which these are.
export function DataTable<T>({ label, rows, columns, keyOf }: Props<T>) {
  const frame = useRef<HTMLElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const [view, setView] = useState({ top: 0, height: 600, row: GUESS_PX })
  const isLong = rows.length > ALL
  useLayoutEffect(() => {
    if (!isLong) return
    const drawn = body.current?.querySelectorAll('tr[aria-rowindex]') ?? []
    const height = [...drawn].reduce((sum, one) => sum + one.clientHeight, 0) / Math.max(1, drawn.length)
    // Rows differ in height: what is drawn tells how high the others are likely to be.
    if (height > 0 && Math.abs(height - view.row) > 4) setView((now) => ({ ...now, row: height }))
  })
  const follow = () => {
    const at = frame.current
    if (at !== null) setView((now) => ({ ...now, top: at.scrollTop, height: at.clientHeight }))
  }
  const from = isLong ? Math.max(0, Math.min(rows.length - 1, Math.floor(view.top / view.row) - SPARE)) : 0
  const count = isLong ? Math.min(90, Math.ceil(view.height / view.row) + 2 * SPARE) : rows.length
  const shown = rows.slice(from, from + count)
  const after = rows.length - from - shown.length
  return (
    <section
      ref={frame}
      className={isLong ? 'scroll long' : 'scroll'}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={isLong ? follow : undefined}
    >
      <table aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Spacer height={from * view.row} columns={columns.length} />
          {shown.map((row, at) => (
            <tr key={keyOf(row)} aria-rowindex={from + at + 2}>
              {columns.map(({ title, cell }) => (
                <td key={title} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          <Spacer height={after * view.row} columns={columns.length} />
        </tbody>
      </table>
    </section>
  )
}

function Spacer({ height, columns }: Readonly<{ height: number; columns: number }>) {
  if (height <= 0) return null
  return (
    <tr className="spacer">
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}
