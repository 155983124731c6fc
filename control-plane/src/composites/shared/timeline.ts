import { showTime } from './time.ts'

// One line of a timeline.
export type Moment = Readonly<{
  at: number
  kind: string
  where: string
  what: string
  cite: () => string
}>

const MAX_ROWS = 40
const MAX_WHAT = 200

// One timeline, oldest first, of at most 40 rows: the newest are kept, `more` counts the older ones. Rows that say
// the same at the same time and place stand once.
export function toTimeline(moments: readonly Moment[], max: number = MAX_ROWS) {
  const distinct = new Map(
    moments.map((one) => [JSON.stringify([one.at, one.kind, one.where, one.what]), one]),
  )
  const sorted = [...distinct.values()].toSorted((a, b) => a.at - b.at || (a.what < b.what ? -1 : 1))
  const shown = sorted.slice(-max)
  return {
    cols: ['at', 'kind', 'where', 'what', 'e'],
    rows: shown.map(({ at, kind, where, what, cite }) => [
      showTime(at),
      kind,
      where,
      what.slice(0, MAX_WHAT),
      cite(),
    ]),
    ...(sorted.length > shown.length ? { more: sorted.length - shown.length } : {}),
  }
}
