import { type Json, listAt, mapAt, nameAt, objectAt, textAt, textsAt } from '../objects.ts'
import { parseQuantity } from './quantity.ts'

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

// Name and namespace, which every namespaced object has.
export function toName(object: Json) {
  return { namespace: nameAt(object, 'metadata.namespace'), name: nameAt(object, 'metadata.name') }
}

// When it was created.
export function toCreatedAt(object: Json): string | null {
  return textAt(object, 'metadata.creationTimestamp')
}

// When deletion was asked for; null while it was not.
export function toDeletingSince(object: Json): string | null {
  return textAt(object, 'metadata.deletionTimestamp')
}

// The controlling owner, or null.
export function toOwner(object: Json): { kind: string; name: string } | null {
  const owner = listAt(object, 'metadata.ownerReferences').find((one) => one['controller'] === true)
  return owner === undefined ? null : { kind: nameAt(owner, 'kind'), name: nameAt(owner, 'name') }
}

// Annotations without the copy of the whole object that kubectl leaves there.
export function toAnnotations(object: Json): Record<string, string> {
  const all = mapAt(object, 'metadata.annotations')
  return Object.fromEntries(Object.entries(all).filter(([key]) => key !== LAST_APPLIED))
}

// One annotation, or null.
export function annotationOf(object: Json, key: string): string | null {
  const all = mapAt(object, 'metadata.annotations')
  return Object.hasOwn(all, key) ? (all[key] ?? null) : null
}

// Every condition below a path.
export function toConditions(object: Json, path = 'status.conditions') {
  return listAt(object, path).map((one) => ({
    type: nameAt(one, 'type'),
    status: textAt(one, 'status') ?? 'Unknown',
    reason: textAt(one, 'reason'),
    message: textAt(one, 'message'),
    since: textAt(one, 'lastTransitionTime'),
  }))
}

export type Condition = ReturnType<typeof toConditions>[number]

// The condition of a type, if the object has it.
export function findCondition(object: Json, type: string): Condition | undefined {
  return toConditions(object).find((one) => one.type === type)
}

// True, False and Unknown as a flag; null when unknown or absent.
export function toTruth(condition: Condition | undefined): boolean | null {
  if (condition?.status === 'True') return true
  return condition?.status === 'False' ? false : null
}

// Cores and bytes of a resource list.
export function toAmounts(list: Json) {
  return { cpu_cores: parseQuantity(list['cpu']), memory_bytes: parseQuantity(list['memory']) }
}

// A label selector object as the text that lists take; null when there is none, or it cannot be written.
export function toSelectorText(object: Json, path: string): string | null {
  const selector = objectAt(object, path)
  const labels = Object.entries(mapAt(selector, 'matchLabels')).map(([key, value]) => `${key}=${value}`)
  const expressions = listAt(selector, 'matchExpressions').map((one) => {
    const key = nameAt(one, 'key')
    const values = textsAt(one, 'values').join(',')
    switch (textAt(one, 'operator')) {
      case 'In':
        return `${key} in (${values})`
      case 'NotIn':
        return `${key} notin (${values})`
      case 'Exists':
        return key
      case 'DoesNotExist':
        return `!${key}`
      default:
        return null
    }
  })
  if (expressions.includes(null)) return null
  const terms = [...labels, ...expressions]
  return terms.length === 0 ? null : terms.join(',')
}

// A plain map of labels as a selector; null when empty.
export function toMapSelector(object: Json, path: string): string | null {
  const terms = Object.entries(mapAt(object, path)).map(([key, value]) => `${key}=${value}`)
  return terms.length === 0 ? null : terms.join(',')
}

// Taints or tolerations as `key=value:effect`.
export function toTaints(entries: readonly Json[]): string[] {
  return entries.map((one) => {
    const value = textAt(one, 'value')
    const key = textAt(one, 'key') ?? '*'
    return `${key}${value === null ? '' : `=${value}`}:${textAt(one, 'effect') ?? '*'}`
  })
}
