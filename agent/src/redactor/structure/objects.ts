import { toKindIndex } from '../detect/tables.ts'
import { toKeyFacts } from './key-facts.ts'

const SECRET_TYPE = /^(?:kubernetes\.io\/|Opaque$|helm\.sh\/|bootstrap\.kubernetes\.io\/)/

// Tells whether an object is a Secret of Kubernetes: by its kind, or in a list by its type and data.
export function isSecretObject(value: object): boolean {
  if (!('data' in value) && !('stringData' in value)) return false
  if ('kind' in value && typeof value.kind === 'string') return value.kind === 'Secret'
  return 'type' in value && typeof value.type === 'string' && SECRET_TYPE.test(value.type)
}

const PERSONAL = new Set(['person_name', 'birth_date', 'phone'].map(toKindIndex))
const OF_A_PERSON = /^(?:e-?mail|email_address|cpf|ssn|nif|dni)$/i

// Tells whether the keys of an object can be those of a person: another field than `name` can be nothing else.
export function mayBePerson(keys: readonly string[]): boolean {
  if (!keys.includes('name') || keys.includes('namespace') || keys.includes('kind')) return false
  return keys.some((key) => PERSONAL.has(toKeyFacts(key).personal) || OF_A_PERSON.test(key))
}

// Tells whether an object describes a person, so that its `name` is theirs.
export function isPersonRecord(value: object, keys: readonly string[]): boolean {
  return 'name' in value && typeof value.name === 'string' && mayBePerson(keys)
}
