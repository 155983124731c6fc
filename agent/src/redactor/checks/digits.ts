// The digits of a text as numbers; other characters are left out.
export function toDigits(text: string): readonly number[] {
  const digits: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at) - 48
    if (code >= 0 && code <= 9) digits.push(code)
  }
  return digits
}

// Sum of digit times weight, as far as there are weights.
export function weigh(digits: readonly number[], weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at += 1) sum += (digits[at] ?? 0) * (weights[at] ?? 0)
  return sum
}

// ISO/IEC 7812-1 annex B: every second digit from the right doubled, its digits added, sum divisible by 10.
export function isLuhn(digits: readonly number[]): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits[digits.length - 1 - at] ?? 0
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 1 && sum % 10 === 0
}

// Remainder of a long decimal number, digit by digit.
export function toRemainder(digits: readonly number[], modulus: number): number {
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + digit) % modulus
  return rest
}

// Tells whether all digits are the same: numbers of that form pass many checks and are nobody's.
export function isRepeated(digits: readonly number[]): boolean {
  return digits.every((digit) => digit === digits[0])
}

// The number that digits `from` up to `to` spell.
export function toNumber(digits: readonly number[], from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) number = number * 10 + (digits[at] ?? 0)
  return number
}

// Tells whether day and month exist; a February always has 29 days, for the century is often not known.
export function isDay(day: number, month: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  return day <= (month === 2 ? 29 : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31)
}

// ISO 7064 MOD 11,10: a running product over all digits but the last, which makes it 1.
export function isMod1110(digits: readonly number[]): boolean {
  let product = 10
  for (let at = 0; at < digits.length - 1; at += 1) {
    const sum = ((digits[at] ?? 0) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (11 - product) % 10 === digits.at(-1)
}

const TURN: readonly number[] = Object.freeze([1, 5, 7, 6, 2, 8, 3, 0, 9, 4])
// What a digit becomes at each of eight places: `place * 10 + digit`.
const TURNED = Uint8Array.from({ length: 80 }, (_, at) => {
  let digit = at % 10
  for (let turn = 0; turn < Math.floor(at / 10); turn += 1) digit = TURN[digit] ?? 0
  return digit
})

// Verhoeff 1969: the dihedral group D5 over digits turned by their place, counted from the right, gives 0.
export function isVerhoeff(digits: readonly number[]): boolean {
  let state = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits[digits.length - 1 - at] ?? 0
    state = multiplyD5(state, TURNED[(at % 8) * 10 + digit] ?? 0)
  }
  return state === 0
}

function multiplyD5(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5)
  return b < 5 ? 5 + ((a - b + 5) % 5) : (a - b + 5) % 5
}

// The value of a base-36 character, A being 10; -1 for others.
export function toBase36(character: string): number {
  return '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(character.toUpperCase())
}
