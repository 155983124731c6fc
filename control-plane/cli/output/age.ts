const STEPS = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
  { unit: 's', ms: 1_000 },
] as const

// A duration in its largest whole unit: `4 min`, `12 s`; below a second `0 s`.
export function toAge(ms: number): string {
  const step = STEPS.find((one) => ms >= one.ms)
  return step === undefined ? '0 s' : `${Math.floor(ms / step.ms)} ${step.unit}`
}
