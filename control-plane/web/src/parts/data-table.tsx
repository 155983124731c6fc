import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { findRange } from './find-range.ts'

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
  // Each row is measured once, by its key: a row that was not drawn yet is taken to be as high as the guess.
  const heights = useRef(new Map<string, number>())
  const [, measured] = useState(0)
  const [view, setView] = useState({ top: 0, height: 600 })
  const isLong = rows.length > ALL
  const range = isLong
    ? findRange(
        rows.map((row) => heights.current.get(keyOf(row)) ?? GUESS_PX),
        view,
      )
    : { from: 0, to: rows.length, before: 0, after: 0 }
  const shown = rows.slice(range.from, range.to)
  useLayoutEffect(() => {
    if (!isLong) return
    const known = heights.current.size
    for (const row of body.current?.querySelectorAll('tr[data-key]') ?? []) {
      const key = row.getAttribute('data-key') ?? ''
      if (!heights.current.has(key)) heights.current.set(key, row.getBoundingClientRect().height)
    }
    if (heights.current.size > known) measured(heights.current.size)
  })
  const follow = () => {
    const at = frame.current
    if (at !== null) setView({ top: at.scrollTop, height: at.clientHeight })
  }
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
          <Spacer height={range.before} columns={columns.length} />
          {shown.map((row, at) => (
            <tr key={keyOf(row)} data-key={keyOf(row)} aria-rowindex={range.from + at + 2}>
              {columns.map(({ title, cell }) => (
                <td key={title} data-title={title}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          <Spacer height={range.after} columns={columns.length} />
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
