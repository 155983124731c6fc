// One named check: what was measured and how it stands to its bounds.
export type CheckRow<Name extends string = string> = Readonly<{
  check: Name
  state: 'ok' | 'warning' | 'critical' | 'unknown' | 'not_applicable'
  value: number | null
  unit: string | null
  bound: number | null
  message: string
  why_unknown: string | null
}>

// Bounds of a measure; `below` is set where small is bad.
export type Bounds = Readonly<{ warning: number; critical: number; unit: string; below?: boolean }>

// Judges a measure; null is unknown, never ok.
export function judge<Name extends string>(
  check: Name,
  value: number | null,
  facts: Readonly<{ bounds: Bounds; message: string; why: string }>,
): CheckRow<Name> {
  const { bounds, message, why } = facts
  if (value === null) return unknown(check, why)
  const isPast = (bound: number) => (bounds.below === true ? value < bound : value >= bound)
  const state = isPast(bounds.critical) ? 'critical' : isPast(bounds.warning) ? 'warning' : 'ok'
  const bound = state === 'critical' ? bounds.critical : bounds.warning
  return {
    check,
    state,
    value: Math.round(value * 1000) / 1000,
    unit: bounds.unit,
    bound,
    message,
    why_unknown: null,
  }
}

// A check that could not be measured, and why.
export function unknown<Name extends string>(check: Name, why: string): CheckRow<Name> {
  const rest = { value: null, unit: null, bound: null }
  return { check, state: 'unknown', ...rest, message: 'could not be measured', why_unknown: why }
}

// A check of something that is not there.
export function notApplicable<Name extends string>(check: Name, message: string): CheckRow<Name> {
  return { check, state: 'not_applicable', value: null, unit: null, bound: null, message, why_unknown: null }
}
