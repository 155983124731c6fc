import { isObject, type Json } from './objects.ts'

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
// Where objects whose kind says so keep values that are secret or have an operation of their own.
const VALUE_KEYS: ReadonlySet<string> = new Set(['data', 'stringData', 'binaryData'])
const HOLDS_VALUES = /secret|configmap|credential/i
const MOST_PATHS = 100

// An object fit to be shown: without managed fields and kubectl's copy of it, the values of variables, and the data
// of kinds that hold values. `withheld` names the paths, at most 100.
export function withhold(object: Json, kind: string): Readonly<{ object: Json; withheld: string[] }> {
  const paths: string[] = []
  const note = (path: string) => {
    if (paths.length < MOST_PATHS) paths.push(path)
  }
  const holdsValues = HOLDS_VALUES.test(kind)

  function walk(value: unknown, path: string): unknown {
    if (Array.isArray(value)) return value.map((one: unknown, at) => walkItem(one, `${path}[${at}]`))
    if (!isObject(value)) return value
    const entries = Object.entries(value).flatMap(([key, member]) => {
      const at = path === '' ? key : `${path}.${key}`
      if (at === 'metadata.managedFields' || key === LAST_APPLIED) return []
      if (holdsValues && VALUE_KEYS.has(key) && isObject(member))
        return [[key, hideValues(member, at)] as const]
      return [[key, walk(member, at)] as const]
    })
    return Object.fromEntries(entries)
  }

  // A named value in a list is a variable, whatever the kind calls the list.
  function walkItem(item: unknown, path: string): unknown {
    if (!isObject(item) || typeof item['name'] !== 'string' || !Object.hasOwn(item, 'value'))
      return walk(item, path)
    note(`${path}.value`)
    const { value: _, ...rest } = item
    return walk(rest, path)
  }

  function hideValues(values: Json, path: string): Json {
    return Object.fromEntries(
      Object.keys(values).map((key) => {
        note(`${path}.${key}`)
        return [key, null]
      }),
    )
  }

  // Walking an object gives an object.
  return { object: walk(object, '') as Json, withheld: paths }
}
