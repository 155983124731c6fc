import { toKeyFacts } from './key-facts.ts'
import { mayBePerson } from './objects.ts'

// What the keys of an object say of it, whatever its values: rows of a list have the same.
export type Shape = Readonly<{
  keys: readonly string[]
  // Of each key: the value under it is what its text says.
  plain: readonly boolean[]
  // No pair of a name and a value, no Secret, no person.
  isBare: boolean
}>

// Shapes of one job by their first key: the last one seen of each.
export type Shapes = Map<string, Shape>

const MAX_KEYS = 64
const MAX_SHAPES = 4096

// The shape of an object whose keys were all seen together before, and stay as they are; null for others.
export function findShape(shapes: Shapes, keys: readonly string[]): Shape | null {
  const shape = shapes.get(keys[0] ?? '')
  if (shape === undefined || shape.keys.length !== keys.length) return null
  for (let at = 0; at < keys.length; at += 1) if (shape.keys[at] !== keys[at]) return null
  return shape
}

// Remembers the keys of an object, all of which were read and stay as they are.
export function learnShape(shapes: Shapes, keys: readonly string[]): void {
  const [first] = keys
  if (first === undefined || keys.length > MAX_KEYS) return
  if (shapes.size >= MAX_SHAPES && !shapes.has(first)) return
  const has = (...names: readonly string[]) => names.some((name) => keys.includes(name))
  shapes.set(first, {
    keys,
    plain: keys.map((key) => toKeyFacts(key).isPlain),
    isBare: !has('value', 'Value', 'data', 'stringData') && !mayBePerson(keys),
  })
}
