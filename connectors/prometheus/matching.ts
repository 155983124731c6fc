import type { Matcher } from './promql/matchers.ts'

type Labels = Readonly<Record<string, string>>

// Whether labels meet every matcher, an absent label reading as empty. Used where a vendor cannot filter itself;
// a regular expression that cannot be judged here meets nothing, so that doubt hides rather than shows.
export function meetsAll(labels: Labels, matchers: readonly Matcher[]): boolean {
  return matchers.every((one) => meets(labels[one.label] ?? '', one))
}

function meets(value: string, matcher: Matcher): boolean {
  if (matcher.op === '=') return value === matcher.value
  if (matcher.op === '!=') return value !== matcher.value
  try {
    return new RegExp(`^(?:${matcher.value})$`, 's').test(value) === (matcher.op === '=~')
  } catch {
    return false
  }
}
