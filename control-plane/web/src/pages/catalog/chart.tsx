import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import Plot from 'uplot'
import type { Series } from './find-series.ts'

const HEIGHT = 200
const COLOURS = Object.freeze({
  light: { ink: '#5b5f64', line: '#1f5fbf', grid: '#d9d6ce' },
  dark: { ink: '#a7abb0', line: '#8ab6ff', grid: '#34383d' },
})

// One series over time. Its numbers stand beside it for who does not see the line.
export function Chart({ series }: Readonly<{ series: Series }>) {
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    const at = place.current
    if (at === null) return
    const { ink, line, grid } = COLOURS[scheme]
    const axis = { stroke: ink, grid: { stroke: grid }, ticks: { stroke: grid } }
    const size = () => ({ width: Math.max(240, at.clientWidth), height: HEIGHT })
    const plot = new Plot(
      {
        ...size(),
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        axes: [axis, { ...axis, size: 70 }],
        series: [
          {},
          { stroke: line, width: 2, points: { show: series.times.length <= 60 }, spanGaps: false },
        ],
      },
      [[...series.times], [...series.values]],
      at,
    )
    const watching = new ResizeObserver(() => plot.setSize(size()))
    watching.observe(at)
    return () => {
      watching.disconnect()
      plot.destroy()
    }
  }, [series, scheme])
  return (
    <figure className="chart">
      <figcaption>
        {series.label}
        {series.notes.map((note) => (
          <small key={note} data-tone="warn">
            {note}
          </small>
        ))}
      </figcaption>
      <div ref={place} role="img" aria-label={toSummary(series)} />
    </figure>
  )
}

function toSummary({ label, values, times }: Series): string {
  const real = values.filter((value) => value !== null)
  if (real.length === 0) return `${label}: no number to draw`
  const [first = 0] = times
  const last = times.at(-1) ?? first
  const day = (at: number) => new Date(at * 1000).toLocaleString()
  return `${label}: ${real.length} values from ${day(first)} to ${day(last)}, lowest ${Math.min(...real)}, highest ${Math.max(...real)}, last ${real.at(-1)}`
}
