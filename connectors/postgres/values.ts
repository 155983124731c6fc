const BOOL = 16
const BYTEA = 17
// int8, int2, int4, oid, float4, float8, numeric
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 26, 700, 701, 1700])

// A value as JSON can carry it: numbers that a double cannot hold exactly stay text, bytes become their length.
export function toValue(text: string | null, oid: number): string | number | boolean | null {
  if (text === null) return null
  if (oid === BOOL) return text === 't'
  if (oid === BYTEA) return `${Math.max(0, (text.length - 2) / 2)} bytes`
  if (!NUMBERS.has(oid)) return text
  const number = Number(text)
  return Number.isFinite(number) && isExact(text, number) ? number : text
}

function isExact(text: string, number: number): boolean {
  if (Number.isInteger(number))
    return Number.isSafeInteger(number) && BigInt(number).toString() === text.replace(/\.0*$/, '')
  return text.replace(/^-?0*\.?0*/, '').replace('.', '').length <= 15
}
