import { isDay, isMod1110, isRepeated, toBase36, toDigits, toNumber, toRemainder, weigh } from './digits.ts'

// NHS: weights 10..2 modulo 11; a check of 10 is never given out.
export function isNhs(text: string): boolean {
  const digits = toDigits(text)
  const check = 11 - (weigh(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)
  return digits.length === 10 && !isRepeated(digits) && (check === 11 ? 0 : check) === digits[9]
}

// HMRC: the letters D F I Q U V never lead, O is not second, some prefixes are not given out.
export function isNino(text: string): boolean {
  return /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]/i.test(text) && !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/i.test(text)
}

// HMRC: weights 6, 7, 8, 9, 10, 5, 4, 3, 2 over digits 2-10; the first digit is the check.
export function isUtr(text: string): boolean {
  const digits = toDigits(text)
  const rest = weigh(digits.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11
  return digits.length === 10 && !isRepeated(digits) && '21987654321'[rest] === String(digits[0])
}

const DNI = 'TRWAGMYFPDXBNJZSQVHLCKE'

// Interior ministry: the letter is the number modulo 23; X, Y, Z of foreigners lead as 0, 1, 2.
export function isDni(text: string): boolean {
  const plain = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const lead = 'XYZ'.indexOf(plain[0] ?? '')
  const number = lead < 0 ? plain.slice(0, -1) : `${lead}${plain.slice(1, -1)}`
  return /^\d{8}$/.test(number) && DNI[Number(number) % 23] === plain.at(-1)
}

// Seguridad Social: province 01-53 or 66, number and check modulo 97; short numbers count without their zero.
export function isNuss(text: string): boolean {
  const digits = toDigits(text)
  const province = toNumber(digits, 0, 2)
  const number = toNumber(digits, 2, 10)
  if (digits.length !== 12 || province < 1 || (province > 53 && province !== 66)) return false
  const whole = number < 10_000_000 ? province * 10_000_000 + number : province * 100_000_000 + number
  return whole % 97 === toNumber(digits, 10, 12)
}

// INSEE: 97 less the number modulo 97; 2A and 2B of Corsica count as 19 and 18; sex 1-4, 7 or 8, a month that exists.
export function isNir(text: string): boolean {
  const plain = text
    .toUpperCase()
    .replace(/[^0-9AB]/g, '')
    .replace('A', '0')
    .replace('B', '0')
  const isCorsicaA = /2A/i.test(text)
  const isCorsicaB = /2B/i.test(text)
  const digits = toDigits(plain)
  const month = toNumber(digits, 3, 5)
  if (digits.length !== 15 || !/^[123478]/.test(plain)) return false
  if (!((month >= 1 && month <= 12) || (month >= 20 && month <= 42) || month >= 50)) return false
  const body = digits.slice(0, 13)
  const less = isCorsicaA ? 1_000_000 : isCorsicaB ? 2_000_000 : 0
  const rest = (((toRemainder(body, 97) - less) % 97) + 97) % 97
  return 97 - rest === toNumber(digits, 13, 15)
}

// BZSt: not beginning with 0, one digit of the first ten twice or thrice, ISO 7064 MOD 11,10.
export function isSteuerId(text: string): boolean {
  const digits = toDigits(text)
  if (digits.length !== 11 || digits[0] === 0) return false
  const counts = Array.from(
    { length: 10 },
    (_, digit) => digits.slice(0, 10).filter((one) => one === digit).length,
  )
  const many = counts.filter((count) => count > 1)
  return many.length === 1 && (many[0] ?? 0) <= 3 && isMod1110(digits)
}

// ICAO 9303: weights 7, 3, 1 over base-36 values, check modulo 10.
export function isIcao(text: string): boolean {
  const body = text.slice(0, 9)
  let sum = 0
  for (let at = 0; at < 9; at += 1) sum += toBase36(body[at] ?? '') * ([7, 3, 1][at % 3] ?? 0)
  return sum % 10 === Number(text[9])
}

const CF_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
const CF_SWAPPED = 'LMNPQRSTUV'

// Agenzia delle Entrate: values by odd and even place, check letter modulo 26; digits may be swapped for letters.
export function isCodiceFiscale(text: string): boolean {
  const upper = text.toUpperCase()
  let sum = 0
  for (let at = 0; at < 15; at += 1) {
    const base = toBase36(upper[at] ?? '')
    const value = base < 10 ? base : base - 10
    sum += at % 2 === 0 ? (CF_ODD[value] ?? 0) : value
  }
  const day = Number([...upper.slice(9, 11)].map(toSwapped).join(''))
  return (
    ((day >= 1 && day <= 31) || (day >= 41 && day <= 71)) &&
    String.fromCharCode(65 + (sum % 26)) === upper[15]
  )
}

function toSwapped(character: string): string {
  const swapped = CF_SWAPPED.indexOf(character)
  return swapped < 0 ? character : String(swapped)
}

// Autoridade Tributária: weights 9..2 modulo 11, a check over 9 becoming 0.
export function isNif(text: string): boolean {
  const digits = toDigits(text)
  const check = 11 - (weigh(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
  return (
    digits.length === 9 &&
    !isRepeated(digits) &&
    digits[0] !== 0 &&
    digits[0] !== 4 &&
    (check > 9 ? 0 : check) === digits[8]
  )
}

// Rijksdienst: weights 9..2 and -1, divisible by 11.
export function isBsn(text: string): boolean {
  const digits = toDigits(text)
  return digits.length === 9 && !isRepeated(digits) && weigh(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0
}

// Rijksregister: 97 less the first nine digits modulo 97, those born from 2000 with a 2 before them.
export function isRrn(text: string): boolean {
  const digits = toDigits(text)
  const month = toNumber(digits, 2, 4)
  const day = toNumber(digits, 4, 6)
  if (digits.length !== 11 || (!isDay(day, month) && !isDay(day, month - 20) && !isDay(day, month - 40)))
    return false
  const check = toNumber(digits, 9, 11)
  const body = toNumber(digits, 0, 9)
  return 97 - (body % 97) === check || 97 - ((2_000_000_000 + body) % 97) === check
}

const PPS = 'WABCDEFGHIJKLMNOPQRSTUV'

// Department of Social Protection: weights 8..2, a second letter with weight 9 (W and none counting 0), modulo 23.
export function isPps(text: string): boolean {
  const upper = text.toUpperCase()
  const second = upper[8]
  const extra = second === undefined || second === 'W' ? 0 : (second.charCodeAt(0) - 64) * 9
  return PPS[(weigh(toDigits(upper.slice(0, 7)), [8, 7, 6, 5, 4, 3, 2]) + extra) % 23] === upper[7]
}

// ZAS: EAN-13 with the country prefix 756.
export function isAhv(text: string): boolean {
  const digits = toDigits(text)
  const sum = weigh(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3])
  return digits.length === 13 && toNumber(digits, 0, 3) === 756 && (10 - (sum % 10)) % 10 === digits[12]
}

// Dachverband: check digit at place four, weights 3, 7, 9, 5, 8, 4, 2, 1, 6 modulo 11; then a birth date.
export function isSvnr(text: string): boolean {
  const digits = toDigits(text)
  return (
    digits.length === 10 &&
    digits[0] !== 0 &&
    isDay(toNumber(digits, 4, 6), toNumber(digits, 6, 8)) &&
    weigh(digits, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === digits[3]
  )
}
