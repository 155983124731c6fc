import type { AddressPolicy, Hit } from '../detect/hit.ts'
import type { PhoneChecks } from '../detect/phone.ts'
import { toKindIndex } from '../detect/tables.ts'
import { KINDS } from '../kinds/index.ts'
import { toTag } from '../tags.ts'
import type { Shapes } from './shapes.ts'

// A hit as it is told to who asks why: never the value.
export type Finding = Readonly<{ kind: string; rule: string; path: string }>

// Everything that one redaction shares over all its texts.
export type Job = Readonly<{
  // Our own structure around foreign text is not judged by its keys.
  byKey: boolean
  addresses: AddressPolicy
  phones: PhoneChecks
  counts: Map<string, number>
  // Short texts that were read and stay as they are, and keys that do.
  clean: Set<string>
  cleanKeys: Set<string>
  shapes: Shapes
  findCustom: ((text: string) => readonly Hit[]) | undefined
  onFinding: ((finding: Finding) => void) | undefined
  // What stands in place of a value.
  mark(kind: number, value: string): string
  // Counts without marking.
  count(kind: number): void
}>

export type JobOptions = Readonly<{
  byKey: boolean
  addresses: AddressPolicy
  key: Uint8Array
  findCustom?: ((text: string) => readonly Hit[]) | undefined
  onFinding?: ((finding: Finding) => void) | undefined
}>

const MAX_KNOWN = 10_000
// Telephone numbers that are looked up in one job; beyond, their form is enough.
const PHONE_CHECKS = 50

// The name under which a kind is counted and shown, by its place in the table.
export function toKindName(kind: number): string {
  return KINDS[kind]?.name ?? 'custom'
}

const CUSTOM = toKindIndex('custom')

// A fresh job; equal values get equal marks within it.
export function createJob(options: JobOptions): Job {
  const counts = new Map<string, number>()
  const known = new Map<number, Map<string, string>>()
  const count = (kind: number) => {
    const name = toKindName(kind)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return {
    byKey: options.byKey,
    addresses: options.addresses,
    phones: { left: PHONE_CHECKS },
    counts,
    clean: new Set(),
    cleanKeys: new Set(),
    shapes: new Map(),
    findCustom: options.findCustom,
    onFinding: options.onFinding,
    count,
    mark(kind: number, value: string) {
      count(kind)
      const name = toKindName(kind)
      if (KINDS[kind]?.secret === true && kind !== CUSTOM) return `<secret:${name}>`
      const marks = known.get(kind) ?? new Map<string, string>()
      known.set(kind, marks)
      const marked = marks.get(value)
      if (marked !== undefined) return marked
      const fresh = `<${name}:${toTag(options.key, name, value)}>`
      if (marks.size < MAX_KNOWN) marks.set(value, fresh)
      return fresh
    },
  }
}
