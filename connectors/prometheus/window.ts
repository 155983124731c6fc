import { chooseStep, parseInstant } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext } from '@vedette/proto/connector'

// A span of time in epoch milliseconds, both ends included.
export type Window = Readonly<{ from: number; to: number }>

// What Prometheus evaluates per series at the most.
const MAX_POINTS = 11_000

// Reads `from` and `to`; an end in the future is now. Throws ArgumentError when nothing lies between them.
export function readWindow(input: Readonly<{ from: string; to: string }>, context: CallContext): Window {
  const from = parseInstant(input.from, 'from')
  const to = Math.min(parseInstant(input.to, 'to'), context.clock.now())
  if (from < to) return { from, to }
  throw new ArgumentError({
    field: 'from',
    message: 'the window is empty: from is not before to, or lies in the future',
    fix: 'give a from that is before to and before now',
  })
}

// Seconds between points: as asked, or about 60 points. Throws ArgumentError when that yields too many points.
export function readStep(window: Window, step: number | undefined): number {
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
