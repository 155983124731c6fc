// Bits that characters add to the run they stand in; 0 ends a run.
export const DIGIT = 1
export const LETTER = 2
export const JOINT = 4

// Bits by ASCII code: letters and digits, and what joins them in encoded text (`+/=_-`).
export const BITS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code >= 48 && code <= 57) return DIGIT
  if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return LETTER
  return '+/=_-'.includes(String.fromCharCode(code)) ? JOINT : 0
})

// Tells whether an ASCII letter or digit stands at a place.
export function isAlnumAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 128 && ((BITS[code] ?? 0) & (DIGIT | LETTER)) !== 0
}

// Tells whether an ASCII digit stands at a place.
export function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

// Tells whether an ASCII letter stands at a place.
export function isLetterAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}
