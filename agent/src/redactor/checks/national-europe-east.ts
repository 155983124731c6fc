import { isDay, isLuhn, isMod1110, isRepeated, toDigits, toNumber, weigh } from './digits.ts'

// PESEL: weights 1, 3, 7, 9; the century is added to the month in twenties.
export function isPesel(text: string): boolean {
  const digits = toDigits(text)
  const sum = weigh(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3])
  return (
    digits.length === 11 &&
    isDay(toNumber(digits, 4, 6), toNumber(digits, 2, 4) % 20) &&
    (10 - (sum % 10)) % 10 === digits[10]
  )
}

// NIP: weights 6, 5, 7, 2, 3, 4, 5, 6, 7 modulo 11; 10 is never given out.
export function isNip(text: string): boolean {
  const digits = toDigits(text)
  return (
    digits.length === 10 &&
    !isRepeated(digits) &&
    weigh(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digits[9]
  )
}

// Skatteverket: birth date and Luhn over the last ten digits; 60 is added to the day of coordination numbers.
export function isPersonnummer(text: string): boolean {
  const all = toDigits(text)
  const digits = all.slice(-10)
  const day = toNumber(digits, 4, 6)
  const century = all.length === 12 ? toNumber(all, 0, 2) : 19
  return (
    (all.length === 10 || all.length === 12) &&
    century >= 18 &&
    century <= 20 &&
    isDay(day > 60 ? day - 60 : day, toNumber(digits, 2, 4)) &&
    isLuhn(digits)
  )
}

const HETU = '0123456789ABCDEFHJKLMNPRSTUVWXY'

// DVV: birth date and number as one, modulo 31.
export function isHetu(text: string): boolean {
  const digits = toDigits(text.slice(0, 10))
  const number = toNumber(digits, 0, 9)
  return (
    digits.length === 9 &&
    isDay(toNumber(digits, 0, 2), toNumber(digits, 2, 4)) &&
    HETU[number % 31] === text.slice(-1).toUpperCase()
  )
}

// Skatteetaten: birth date (day plus 40 for D numbers), two checks modulo 11.
export function isFnr(text: string): boolean {
  const digits = toDigits(text)
  const day = toNumber(digits, 0, 2)
  const check = (weights: readonly number[]) => (11 - (weigh(digits, weights) % 11)) % 11
  return (
    digits.length === 11 &&
    isDay(day > 40 ? day - 40 : day, toNumber(digits, 2, 4)) &&
    check([3, 7, 6, 1, 8, 9, 4, 5, 2]) === digits[9] &&
    check([5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) === digits[10]
  )
}

// CPR: only the birth date is certain, for numbers given out since 2007 have no check digit.
export function isCpr(text: string): boolean {
  const digits = toDigits(text)
  return digits.length === 10 && isDay(toNumber(digits, 0, 2), toNumber(digits, 2, 4))
}

// AMKA: birth date and Luhn.
export function isAmka(text: string): boolean {
  const digits = toDigits(text)
  return digits.length === 11 && isDay(toNumber(digits, 0, 2), toNumber(digits, 2, 4)) && isLuhn(digits)
}

// Rodné číslo: the whole divisible by 11 (or the first nine leaving 10 with check 0); women have 50 more in the month.
export function isRodneCislo(text: string): boolean {
  const digits = toDigits(text)
  const month = toNumber(digits, 2, 4) % 50
  if (digits.length !== 10 || !isDay(toNumber(digits, 4, 6), month > 20 ? month - 20 : month)) return false
  const body = toNumber(digits, 0, 9) % 11
  return (body === 10 ? 0 : body) === digits[9]
}

// CNP: sex and century, birth date, county, weights 279146358279 modulo 11 with 10 becoming 1.
export function isCnp(text: string): boolean {
  const digits = toDigits(text)
  const rest = weigh(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11
  return (
    digits.length === 13 &&
    digits[0] !== 0 &&
    isDay(toNumber(digits, 5, 7), toNumber(digits, 3, 5)) &&
    (rest === 10 ? 1 : rest) === digits[12]
  )
}

// EGN: birth date (month plus 20 or 40 by century), weights 2, 4, 8, 5, 10, 9, 7, 3, 6 modulo 11 modulo 10.
export function isEgn(text: string): boolean {
  const digits = toDigits(text)
  return (
    digits.length === 10 &&
    isDay(toNumber(digits, 4, 6), toNumber(digits, 2, 4) % 20) &&
    (weigh(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digits[9]
  )
}

// TAJ: weights 3 and 7 in turn, check modulo 10.
export function isTaj(text: string): boolean {
  const digits = toDigits(text)
  return (
    digits.length === 9 && !isRepeated(digits) && weigh(digits, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === digits[8]
  )
}

// Estonia and Lithuania: century and sex, birth date, weights 1..9,1 and if that leaves 10, 3..9,1..3.
export function isBaltic(text: string): boolean {
  const digits = toDigits(text)
  if (digits.length !== 11 || (digits[0] ?? 0) < 1 || (digits[0] ?? 9) > 8) return false
  if (!isDay(toNumber(digits, 5, 7), toNumber(digits, 3, 5))) return false
  const first = weigh(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
  const second = weigh(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11
  return (first < 10 ? first : second < 10 ? second : 0) === digits[10]
}

// Latvia: birth date, then 1101 less the weighted sum, modulo 11 modulo 10.
export function isPersonasKods(text: string): boolean {
  const digits = toDigits(text)
  const sum = weigh(digits, [1, 6, 3, 7, 9, 10, 5, 8, 4, 2])
  return (
    digits.length === 11 &&
    isDay(toNumber(digits, 0, 2), toNumber(digits, 2, 4)) &&
    ((1101 - sum) % 11) % 10 === digits[10]
  )
}

// OIB: ISO 7064 MOD 11,10 over eleven digits.
export function isOib(text: string): boolean {
  const digits = toDigits(text)
  return digits.length === 11 && !isRepeated(digits) && isMod1110(digits)
}

// NVI: digit ten from sums of odd and even places, digit eleven from the first ten; not beginning with 0.
export function isTckn(text: string): boolean {
  const digits = toDigits(text)
  const odd = weigh(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1])
  const even = weigh(digits, [0, 1, 0, 1, 0, 1, 0, 1])
  return (
    digits.length === 11 &&
    digits[0] !== 0 &&
    (((odd * 7 - even) % 10) + 10) % 10 === digits[9] &&
    weigh(digits, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10 === digits[10]
  )
}
