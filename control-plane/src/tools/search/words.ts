import { stem } from './stem.ts'

// Words that say nothing about what is asked.
const EMPTY: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been by can could did do does for from get give had has have how i if in is it its list ' +
    'me my of on or our out please show so tell that the their them there these this to us was we were what when where ' +
    'which will with would you your'
  ).split(' '),
)

// The stems of a text, in order; digits within a word stay (`k8s`), everything else separates.
export function toWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.filter((word) => !EMPTY.has(word)).map(stem)
}
