import { isLuhn, toDigits, toNumber } from './digits.ts'
import { isMod97 } from './national-americas.ts'

// ISO 13616 registry: characters of an IBAN by country.
const IBAN_LENGTHS: Readonly<Record<string, number>> = Object.freeze(
  Object.fromEntries(
    (
      'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
      'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
      'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
      'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
    )
      .split(' ')
      .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
  ),
)

const IBAN = /[A-Za-z]{2}\d{2}(?:[ -]?[0-9A-Za-z]){11,30}/y

// Where an IBAN that begins at `start` ends, single spaces between its characters allowed; -1 when there is none.
export function findIbanEnd(text: string, start: number): number {
  const country = text.slice(start, start + 2).toUpperCase()
  const length = IBAN_LENGTHS[country]
  if (length === undefined) return -1
  IBAN.lastIndex = start
  const found = IBAN.exec(text)?.[0]
  if (found === undefined) return -1
  let at = start
  for (let left = length; left > 0; at += 1) {
    const code = text.charCodeAt(at)
    if (at >= start + found.length) return -1
    if (code !== 32 && code !== 45) left -= 1
  }
  if (at < start + found.length && /[0-9A-Za-z]/.test(text[at] ?? '')) return -1
  const plain = text.slice(start, at).replace(/[ -]/g, '')
  return isMod97(plain.slice(4) + plain.slice(0, 4)) ? at : -1
}

// ISO 7812 ranges in use with their lengths, and Luhn: Visa, Mastercard, Amex, Discover, Diners, JCB, UnionPay, Maestro, Elo, Hipercard, Mir.
export function isPan(text: string): boolean {
  const digits = toDigits(text)
  return isIssued(digits) && isLuhn(digits)
}

function isIssued(digits: readonly number[]): boolean {
  const length = digits.length
  const two = toNumber(digits, 0, 2)
  const four = toNumber(digits, 0, 4)
  const six = toNumber(digits, 0, 6)
  const isBetween = (low: number, high: number) => four >= low && four <= high
  if (digits[0] === 4) return length === 13 || length === 16 || length === 18 || length === 19
  if (two === 34 || two === 37) return length === 15
  if ((two >= 51 && two <= 55) || isBetween(2221, 2720) || isBetween(2200, 2204)) return length === 16
  if (isBetween(3000, 3059) || two === 36 || two === 38 || two === 39) return length === 14 || length === 16
  if (isBetween(3528, 3589) || four === 6011 || two === 65 || isBetween(6440, 6499)) return length === 16
  if (two === 62 || two === 60 || two === 81) return length >= 16 && length <= 19
  if (
    two === 50 ||
    two === 63 ||
    two === 67 ||
    two === 58 ||
    two === 56 ||
    two === 69 ||
    two === 64 ||
    two === 68
  )
    return length === 16 || length === 18 || length === 19 || six === 0
  return false
}
