import { chooseStep, type Span } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'

// What Prometheus evaluates per series at the most.
const MAX_POINTS = 11_000

// Seconds between points: as asked, or about 60 points. Throws ArgumentError when that yields too many points.
export function readStep(window: Span, step: number | undefined): number {
  const seconds = step ?? chooseStep(window, 61)
  if ((window.to - window.from) / 1000 / seconds < MAX_POINTS) return seconds
  throw new ArgumentError({
    field: 'step',
    message: `step gives ${MAX_POINTS} points or more per series`,
    fix: 'take a longer step or a shorter window',
  })
}

// How far a rate looks back for a step: four steps, at least four minutes, so that slow scrapes still give two samples.
export function chooseRateSeconds(step: number): number {
  return Math.max(4 * step, 240)
}
