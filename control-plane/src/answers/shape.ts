import { capText, cleanText } from './clean.ts'
import { isRecord, type JsonValue } from './json.ts'
import { isSeries, toSeries } from './series.ts'
import { toTable } from './table.ts'

export type Detail = 'brief' | 'full'

// Longest text kept whole, in characters, and deepest nesting.
const TEXT_MAX: Readonly<Record<Detail, number>> = Object.freeze({ brief: 1000, full: 16_000 })
const DEPTH_MAX = 64

// A read value as answers show it: cleaned, long texts cut with a count, series thinned, uniform lists as tables.
// Nulls stay: from a source they mean "not read". Members that are undefined are left out.
export function shapeValue(value: unknown, detail: Detail): JsonValue {
  return shape(value, { max: TEXT_MAX[detail], step: null, depth: 0 })
}

type Frame = Readonly<{ max: number; step: number | null; depth: number }>

function shape(value: unknown, frame: Frame): JsonValue {
  if (frame.depth > DEPTH_MAX) return '[nested too deep: left out]'
  switch (typeof value) {
    case 'string':
      return capText(value, frame.max)
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : String(value)
    case 'bigint':
      return value.toString()
    case 'object':
      break
    default:
      return null
  }
  if (Array.isArray(value)) return shapeList(value, { ...frame, depth: frame.depth + 1 })
  return isRecord(value) ? shapeRecord(value, { ...frame, depth: frame.depth + 1 }) : null
}

function shapeList(items: readonly unknown[], frame: Frame): JsonValue {
  const shaped = items.map((item) => shape(item, frame))
  return toTable(shaped) ?? shaped
}

function shapeRecord(record: Readonly<Record<string, unknown>>, frame: Frame): JsonValue {
  const own = record['step_seconds']
  const step = typeof own === 'number' && own > 0 ? own : frame.step
  const { points, ...rest } = record
  const members = Object.entries(isSeries(points) ? rest : record)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [cleanText(key).slice(0, 256), shape(value, { ...frame, step })] as const)
  // fromEntries defines own members, so a key such as __proto__ stays a key.
  const shaped = Object.fromEntries(members)
  return isSeries(points) ? { ...shaped, ...toSeries(points, step) } : shaped
}
