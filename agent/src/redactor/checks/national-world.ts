import { isDay, isLuhn, isRepeated, isVerhoeff, toDigits, toNumber, weigh } from './digits.ts'

// UIDAI: twelve digits, the first 2-9, Verhoeff.
export function isAadhaar(text: string): boolean {
  const digits = toDigits(text)
  return digits.length === 12 && (digits[0] ?? 0) >= 2 && !isRepeated(digits) && isVerhoeff(digits)
}

// Home Affairs: birth date, citizenship 0-2, Luhn.
export function isZaId(text: string): boolean {
  const digits = toDigits(text)
  return (
    digits.length === 13 &&
    isDay(toNumber(digits, 4, 6), toNumber(digits, 2, 4)) &&
    (digits[10] ?? 9) <= 2 &&
    isLuhn(digits)
  )
}

// Korea: birth date, sex and century 1-8, weights 2..9, 2..5 modulo 11; numbers given out since October 2020 have no check.
export function isKoreanRrn(text: string): boolean {
  const digits = toDigits(text)
  const century = digits[6] ?? 0
  if (digits.length !== 13 || century < 1 || century > 8) return false
  if (!isDay(toNumber(digits, 4, 6), toNumber(digits, 2, 4))) return false
  const check = (11 - (weigh(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10
  const isNew = (century === 3 || century === 4 || century >= 7) && toNumber(digits, 0, 4) >= 2010
  return check === digits[12] || isNew
}

const CHINESE = '10X98765432'

// GB 11643: birth date, weights of ISO 7064 MOD 11-2, X standing for 10.
export function isChineseId(text: string): boolean {
  const digits = toDigits(text.slice(0, 17))
  const year = toNumber(digits, 6, 10)
  const sum = weigh(digits, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2])
  return (
    digits.length === 17 &&
    digits[0] !== 0 &&
    year >= 1900 &&
    year < 2100 &&
    isDay(toNumber(digits, 12, 14), toNumber(digits, 10, 12)) &&
    CHINESE[sum % 11] === text.slice(-1).toUpperCase()
  )
}

// My Number: weights 2..7 and 2..6 from the right, 11 less the remainder.
export function isMyNumber(text: string): boolean {
  const digits = toDigits(text)
  const rest = weigh(digits.slice(0, 11).toReversed(), [2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6]) % 11
  return digits.length === 12 && !isRepeated(digits) && (rest <= 1 ? 0 : 11 - rest) === digits[11]
}

const NRIC: Readonly<Record<string, string>> = Object.freeze({
  S: 'JZIHGFEDCBA',
  T: 'GFEDCBAJZIH',
  F: 'XWUTRQPNMLK',
  G: 'RQPNMLKXWUT',
  M: 'KLJNPQRTUWX',
})

// ICA: weights 2, 7, 6, 5, 4, 3, 2 modulo 11; each first letter has its own letters of check.
export function isNric(text: string): boolean {
  const upper = text.toUpperCase()
  const first = upper[0] ?? ''
  const sum = weigh(toDigits(upper.slice(1, 8)), [2, 7, 6, 5, 4, 3, 2])
  const rest = first === 'M' ? 10 - ((sum + 3) % 11) : sum % 11
  return NRIC[first]?.[rest] === upper[8]
}

// Thailand: weights 13..2, 11 less the remainder modulo 10; the first digit 1-8.
export function isThaiId(text: string): boolean {
  const digits = toDigits(text)
  const sum = weigh(digits, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  const first = digits[0] ?? 0
  return digits.length === 13 && first >= 1 && first <= 8 && (11 - (sum % 11)) % 10 === digits[12]
}

// ATO: weights 1, 4, 3, 7, 5, 8, 6, 9, 10, divisible by 11.
export function isTfn(text: string): boolean {
  const digits = toDigits(text)
  return digits.length === 9 && !isRepeated(digits) && weigh(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0
}

// Medicare Australia: first digit 2-6, weights 1, 3, 7, 9 modulo 10 at place nine.
export function isMedicare(text: string): boolean {
  const digits = toDigits(text)
  const first = digits[0] ?? 0
  return (
    (digits.length === 10 || digits.length === 11) &&
    first >= 2 &&
    first <= 6 &&
    weigh(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === digits[8]
  )
}

// Israel: weights 1 and 2 in turn with their digits added, divisible by 10.
export function isIsraeliId(text: string): boolean {
  const digits = toDigits(text.padStart(9, '0'))
  return digits.length === 9 && !isRepeated(digits) && isLuhn(digits)
}
