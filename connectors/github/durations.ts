import { toMs } from '@vedette/connectors/kit'

// Whole seconds between two instants, or null when one is not told or they lie the wrong way round.
export function toSpan(start: string | null | undefined, end: string | null | undefined): number | null {
  const [from, to] = [toMs(start), toMs(end)]
  return from === undefined || to === undefined || to < from ? null : Math.round((to - from) / 1000)
}
