const SUFFIXES: Readonly<Record<string, number>> = Object.freeze({
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
})

// A quantity (`250m`, `2Gi`, `1e3`) as a number of its unit; null when absent or not one.
export function parseQuantity(text: unknown): number | null {
  if (typeof text === 'number') return text
  if (typeof text !== 'string') return null
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([eE][+-]?\d{1,3})|([numkMGTPE]|[KMGTPE]i)?)$/.exec(text)
  if (match === null) return null
  const [, digits = '', exponent = '', suffix = ''] = match
  const factor = SUFFIXES[suffix] ?? Number.NaN
  const value = Number(`${digits}${exponent}`) * factor
  return Number.isFinite(value) ? Number(value.toPrecision(15)) : null
}

// Use as a percentage of a whole with one decimal; null when either is not known or the whole is zero.
export function toPercent(used: number | null, whole: number | null): number | null {
  if (used === null || whole === null || whole <= 0) return null
  return Math.round((used / whole) * 1000) / 10
}
