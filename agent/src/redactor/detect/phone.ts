import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'

const INTERNATIONAL = /\+\d{1,3}[ .\-/()]{0,3}\d[\d .\-/()]{4,18}\d/y
const BRACKETED = /\(0?\d{2,3}\)[ .-]{0,2}\d{3,5}[ .-]?\d{3,4}(?!\d)/y

// Countries whose numbers are known without a country code.
const HOME: readonly CountryCode[] = Object.freeze(['US', 'BR', 'GB', 'PT', 'ES'])

// Where a telephone number that begins with `+` or a bracket at `start` ends; -1 when there is none. A text that holds
// more of them than `checks` allows is not asked about each: what has the form counts then.
export function findPhoneEnd(text: string, start: number, checks: PhoneChecks): number {
  const pattern = text[start] === '+' ? INTERNATIONAL : BRACKETED
  pattern.lastIndex = start
  const match = pattern.exec(text)
  if (match === null) return -1
  const digits = match[0].replace(/\D/g, '').length
  if (digits < 7 || digits > 17) return -1
  if (checks.left <= 0) return start + match[0].length
  checks.left -= 1
  for (let end = match[0].length; end >= 8; end = match[0].lastIndexOf(' ', end - 1)) {
    const one = match[0].slice(0, end)
    if (isPhone(one)) return start + one.length
    if (end <= 0) break
  }
  return -1
}

// How many numbers are still looked up.
export type PhoneChecks = { left: number }

// Tells whether a text is a telephone number of its country, or without a country code of one of the home countries.
export function isPhone(text: string): boolean {
  if (text.startsWith('+')) return parsePhoneNumberFromString(text)?.isValid() ?? false
  return HOME.some((country) => parsePhoneNumberFromString(text, country)?.isValid() ?? false)
}
