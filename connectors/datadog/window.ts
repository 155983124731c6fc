import { chooseStep, type Span } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'

// Seconds between points: as asked, or about 60 points. Throws ArgumentError over 1,500 points.
export function readStep(window: Span, step: number | undefined): number {
  const seconds = step ?? chooseStep(window, 61, 10)
  if ((window.to - window.from) / 1000 / seconds <= 1500) return seconds
  throw new ArgumentError({
    field: 'step',
    message: 'step gives over 1,500 points per series',
    fix: 'take a longer step or a shorter window',
  })
}
