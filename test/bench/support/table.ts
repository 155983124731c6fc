import { FIGURES, type Figure, type Reading } from '../figures.ts'

/** A figure with what was measured and how it stands to goal and stretch. */
export type Line = Figure & {
  readonly measured: number | null
  readonly verdict: string
  readonly note: string
}

/** The lines of the figures that were measured, in the order of the table. */
export function toLines(readings: readonly Reading[]): readonly Line[] {
  return FIGURES.flatMap((figure) => {
    const reading = readings.find((one) => one.id === figure.id)
    if (reading === undefined) return []
    return [{ ...figure, measured: reading.value, verdict: judge(figure, reading.value), note: reading.note }]
  })
}

function judge({ better, goal, stretch }: Figure, value: number | null): string {
  if (value === null) return 'not yet'
  const meets = (bound: number) => (better === 'lower' ? value <= bound : value >= bound)
  if (stretch !== null && meets(stretch)) return 'met stretch'
  if (goal === null) return 'for comparison'
  return meets(goal) ? 'met goal' : 'missed'
}

/** The lines as a table of text. */
export function formatTable(lines: readonly Line[]): string {
  const show = (value: number | null, unit: string) =>
    value === null
      ? '-'
      : `${value.toFixed(value < 0.995 || value >= 1.05 ? 2 : 3)}${unit === '%' ? ' %' : 'x'}`
  const rows = lines.map(({ title, measured, goal, stretch, verdict, unit, note }) => [
    title,
    show(measured, unit),
    show(goal, unit),
    show(stretch, unit),
    verdict,
    note,
  ])
  const head = ['figure', 'measured', 'goal', 'stretch', 'verdict', 'measured on']
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const format = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === 0 || at > 3 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  return [format(head), format(widths.map((width) => '-'.repeat(width))), ...rows.map(format)].join('\n')
}
