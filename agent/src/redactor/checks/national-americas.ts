import { isDay, isLuhn, isRepeated, toBase36, toDigits, toNumber, weigh } from './digits.ts'

// Numbers that were printed on sample cards and are nobody's.
const SSN_SAMPLES = new Set(['078051120', '219099999'])

// Social Security Administration: area not 000, 666 or 9xx; group not 00; serial not 0000.
export function isSsn(text: string): boolean {
  const digits = toDigits(text)
  const area = toNumber(digits, 0, 3)
  return (
    digits.length === 9 &&
    area !== 0 &&
    area !== 666 &&
    area < 900 &&
    toNumber(digits, 3, 5) !== 0 &&
    toNumber(digits, 5, 9) !== 0 &&
    !SSN_SAMPLES.has(digits.join(''))
  )
}

// Internal Revenue Service: area 9xx, group 50-65, 70-88, 90-92 or 94-99.
export function isItin(text: string): boolean {
  const digits = toDigits(text)
  const group = toNumber(digits, 3, 5)
  const isGroup = (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || group >= 90
  return digits.length === 9 && digits[0] === 9 && isGroup && group !== 93
}

// CMS: begins with 1 or 2, and Luhn holds with 80840 before it.
export function isNpi(text: string): boolean {
  const digits = toDigits(text)
  return digits.length === 10 && (digits[0] === 1 || digits[0] === 2) && isLuhn([8, 0, 8, 4, 0, ...digits])
}

// DEA: digits 1, 3, 5 plus twice digits 2, 4, 6 end in digit 7.
export function isDea(text: string): boolean {
  const digits = toDigits(text.slice(2))
  return digits.length === 7 && weigh(digits, [1, 2, 1, 2, 1, 2]) % 10 === digits[6] && !isRepeated(digits)
}

// Service Canada: Luhn, not beginning with 0 or 8.
export function isSin(text: string): boolean {
  const digits = toDigits(text)
  return digits.length === 9 && digits[0] !== 0 && digits[0] !== 8 && isLuhn(digits)
}

// Receita Federal: two check digits modulo 11 with weights 10..2 and 11..2; no repeated digit.
export function isCpf(text: string): boolean {
  const digits = toDigits(text)
  return (
    digits.length === 11 &&
    !isRepeated(digits) &&
    toCheck11(weigh(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[9] &&
    toCheck11(weigh(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[10]
  )
}

// Receita Federal, with letters from July 2026: values are the character codes less 48, weights 2..9 from the right.
export function isCnpj(text: string): boolean {
  const values = [...text.toUpperCase()]
    .filter((character) => /[0-9A-Z]/.test(character))
    .map((character) => character.charCodeAt(0) - 48)
  if (values.length !== 14 || values.every((value) => value === values[0])) return false
  const isDigit = (value: number | undefined) => value !== undefined && value <= 9
  return (
    isDigit(values[12]) &&
    isDigit(values[13]) &&
    toCheck11(weigh(values, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])) === values[12] &&
    toCheck11(weigh(values, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])) === values[13]
  )
}

// 11 less the remainder; 0 where that is over 9.
function toCheck11(sum: number): number {
  const check = 11 - (sum % 11)
  return check > 9 ? 0 : check
}

// Caixa: weights 3, 2, 9..2, one check digit modulo 11.
export function isPis(text: string): boolean {
  const digits = toDigits(text)
  return (
    digits.length === 11 &&
    !isRepeated(digits) &&
    toCheck11(weigh(digits, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2])) === digits[10]
  )
}

// Denatran: weights 9..1 then 1..9, the second lowered by 2 when the first remainder is 10.
export function isCnh(text: string): boolean {
  const digits = toDigits(text)
  if (digits.length !== 11 || isRepeated(digits)) return false
  const first = weigh(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11
  const second = (weigh(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11) - (first >= 10 ? 2 : 0)
  return (first >= 10 ? 0 : first) === digits[9] && (second >= 10 || second < 0 ? 0 : second) === digits[10]
}

// TSE: state 01-28 at places 9-10; weights 2..9 and 7..9, modulo 11, with 0 becoming 1 in SP and MG.
export function isTitulo(text: string): boolean {
  const digits = toDigits(text)
  const state = toNumber(digits, 8, 10)
  if (digits.length !== 12 || state < 1 || state > 28) return false
  const check = (sum: number) => {
    const rest = sum % 11
    return rest === 10 ? 0 : rest === 0 && state <= 2 ? 1 : rest
  }
  const first = check(weigh(digits, [2, 3, 4, 5, 6, 7, 8, 9]))
  const second = check(weigh([digits[8] ?? 0, digits[9] ?? 0, first], [7, 8, 9]))
  return first === digits[10] && second === digits[11]
}

const CURP = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

// RENAPO: 17 characters in base 37 with weights 18..2, check digit modulo 10; the birth date exists.
export function isCurp(text: string): boolean {
  const characters = [...text.toUpperCase()]
  const digits = toDigits(text.slice(4, 10))
  if (!isDay(toNumber(digits, 4, 6), toNumber(digits, 2, 4))) return false
  let sum = 0
  for (let at = 0; at < 17; at += 1) sum += CURP.indexOf(characters[at] ?? '') * (18 - at)
  return String((10 - (sum % 10)) % 10) === characters[17]
}

const RFC = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

// SAT: 12 characters (a space before those of companies) with weights 13..2 modulo 11; A stands for 10.
export function isRfc(text: string): boolean {
  const whole = text.toUpperCase().padStart(13, ' ')
  const digits = toDigits(whole.slice(4, 10))
  if (digits.length !== 6 || !isDay(toNumber(digits, 4, 6), toNumber(digits, 2, 4))) return false
  let sum = 0
  for (let at = 0; at < 12; at += 1) sum += RFC.indexOf(whole[at] ?? '') * (13 - at)
  const check = 11 - (sum % 11)
  return (check === 11 ? '0' : check === 10 ? 'A' : String(check)) === whole[12]
}

const CUIT_TYPES = new Set([20, 23, 24, 25, 26, 27, 30, 33, 34])

// AFIP: type of person, weights 5432765432 modulo 11.
export function isCuit(text: string): boolean {
  const digits = toDigits(text)
  const check = 11 - (weigh(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)
  return (
    digits.length === 11 &&
    CUIT_TYPES.has(toNumber(digits, 0, 2)) &&
    check !== 10 &&
    (check === 11 ? 0 : check) === digits[10]
  )
}

// Registro Civil: weights 2..7 from the right modulo 11, K standing for 10.
export function isRut(text: string): boolean {
  const body = toDigits(text.slice(0, -1)).toReversed()
  if (body.length < 7 || body.length > 8) return false
  const check = 11 - (weigh(body, [2, 3, 4, 5, 6, 7, 2, 3]) % 11)
  return (check === 11 ? '0' : check === 10 ? 'K' : String(check)) === text.slice(-1).toUpperCase()
}

// DIAN: weights 3, 7, 13, 17, 19, 23, 29, 37, 41 from the right modulo 11.
export function isNit(text: string): boolean {
  const digits = toDigits(text)
  const rest = weigh(digits.slice(0, -1).toReversed(), [3, 7, 13, 17, 19, 23, 29, 37, 41]) % 11
  return digits.length === 10 && (rest < 2 ? rest : 11 - rest) === digits[9]
}

// ABA: weights 3, 7, 1; the Federal Reserve district leads.
export function isAba(text: string): boolean {
  const digits = toDigits(text)
  const district = toNumber(digits, 0, 2)
  const isDistrict =
    district <= 12 ||
    (district >= 21 && district <= 32) ||
    (district >= 61 && district <= 72) ||
    district === 80
  return (
    digits.length === 9 &&
    isDistrict &&
    weigh(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 &&
    !isRepeated(digits)
  )
}

const GSTIN = 36

// GSTN: factors 1 and 2 in turn over base-36 values, quotient plus remainder by 36, check modulo 36.
export function isGstin(text: string): boolean {
  let sum = 0
  for (let at = 0; at < 14; at += 1) {
    const product = toBase36(text[at] ?? '') * (at % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / GSTIN) + (product % GSTIN)
  }
  const state = Number(text.slice(0, 2))
  return (
    state >= 1 &&
    (state <= 38 || state === 97 || state === 99) &&
    (GSTIN - (sum % GSTIN)) % GSTIN === toBase36(text[14] ?? '')
  )
}

// ISO 13616 and ISO 7064 MOD 97-10 leave 1.
export function isMod97(text: string): boolean {
  let rest = 0
  for (let at = 0; at < text.length; at += 1) {
    const value = toBase36(text[at] ?? '')
    rest = value < 10 ? (rest * 10 + value) % 97 : (rest * 100 + value) % 97
  }
  return rest === 1
}
