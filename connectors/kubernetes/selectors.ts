import { ArgumentError } from '@vedette/proto/connector'

const KEY = String.raw`(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?`
const VALUE = `(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?`
const REQUIREMENT = new RegExp(
  String.raw`^\s*(?:!?\s*${KEY}|${KEY}\s*(?:==|=|!=)\s*${VALUE}|${KEY}\s+(?:in|notin)\s*\(\s*${VALUE}(?:\s*,\s*${VALUE})*\s*\))\s*$`,
)
const FIELD_TERM = /^\s*[A-Za-z][A-Za-z0-9.]{0,100}\s*(?:==|=|!=)\s*[A-Za-z0-9_.:/-]{0,253}\s*$/

// Checks a label selector as the API server reads it, and returns it unchanged. Throws ArgumentError naming the field.
export function checkLabelSelector(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const terms = text.split(/,(?![^(]*\))/)
  if (terms.every((term) => REQUIREMENT.test(term))) return text
  throw new ArgumentError({
    field: 'label_selector',
    message: 'label_selector is not one that Kubernetes takes',
    fix: 'write terms such as app=web, tier!=db, env in (a,b), !canary, joined by commas',
  })
}

// The same for a field selector.
export function checkFieldSelector(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (text.split(',').every((term) => FIELD_TERM.test(term))) return text
  throw new ArgumentError({
    field: 'field_selector',
    message: 'field_selector is not one that Kubernetes takes',
    fix: 'write terms such as spec.nodeName=node-1 or status.phase!=Running, joined by commas',
  })
}

// The caller's selector that the API server did not take, as the argument's fault.
export function toSelectorFault(asked: Readonly<{ fieldSelector?: string | undefined }>): ArgumentError {
  const field = asked.fieldSelector === undefined ? 'label_selector' : 'field_selector'
  return new ArgumentError({
    field,
    message: `${field} is refused by the API server for this kind`,
    fix:
      field === 'field_selector'
        ? 'use metadata.name, metadata.namespace or fields of this kind'
        : `correct ${field}`,
  })
}
