const STEPS: readonly (readonly [string, number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
]

// A length of time in its largest unit, such as `3 min`; never negative.
export function toAge(ms: number): string {
  const step = STEPS.find(([, size]) => ms >= size)
  return step === undefined ? '0 s' : `${Math.floor(ms / step[1])} ${step[0]}`
}

type Props = Readonly<{
  // Epoch milliseconds, or RFC 3339.
  at: number | string | null
  // When given, the time is told as its distance to this moment (epoch milliseconds), else as date and time.
  now?: number
  // What stands there when there is no time.
  none?: string
}>

// A moment: its distance or its date, with the exact one behind it.
export function Time({ at, now, none = 'unknown' }: Props) {
  const ms = typeof at === 'string' ? Date.parse(at) : (at ?? Number.NaN)
  if (!Number.isFinite(ms)) return <span>{none}</span>
  const date = new Date(ms)
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {now === undefined ? date.toLocaleString() : toAge(now - ms)}
    </time>
  )
}
