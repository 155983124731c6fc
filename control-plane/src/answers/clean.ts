// What text from outside may not carry: controls but tab and newline, zero-width, bidirectional and tag characters,
// separators that break lines unseen, blank fillers, supplementary variation selectors.
const HIDDEN =
  /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|[\u{e0100}-\u{e01ef}]/gu
const HAS_HIDDEN = new RegExp(HIDDEN.source, 'u')

// Text from outside without characters that a reader cannot see; broken surrogates become U+FFFD.
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return HAS_HIDDEN.test(whole) ? whole.replace(HIDDEN, '') : whole
}

// Cleaned text of at most `max` characters; what was left out is counted at the end, never silent.
export function capText(text: string, max: number): string {
  const clean = cleanText(text)
  if (clean.length <= max) return clean
  const head = clean.slice(0, max).toWellFormed()
  return `${head}…[+${clean.length - max} characters]`
}
