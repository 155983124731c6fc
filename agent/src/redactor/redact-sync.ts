import type { AddressPolicy, Hit } from './detect/hit.ts'
import type { HintTree } from './structure/hints.ts'
import { createJob, type Finding } from './structure/job.ts'
import { redactStructure } from './structure/walk.ts'

// How many values of each kind were replaced.
export type Counts = Readonly<Record<string, number>>

// `body` is what a vendor said, keys included; `protocol` is our own structure around strings from outside.
export type RedactMode = 'body' | 'protocol'

export type RedactOptions = Readonly<{
  mode: RedactMode
  // Key of the tags; 32 random bytes.
  key: Uint8Array
  addresses?: AddressPolicy
  hints?: HintTree | null
  findCustom?: (text: string) => readonly Hit[]
  // Told of each value that is replaced: kind and rule, never the value.
  onFinding?: (finding: Finding) => void
}>

// Redacts a JSON value within this thread, without a budget; throws RangeError when it is nested too deep.
export function redactSync(
  value: unknown,
  options: RedactOptions,
): Readonly<{ value: unknown; counts: Counts }> {
  const job = createJob({
    byKey: options.mode === 'body',
    addresses: options.addresses ?? 'tag_in_text',
    key: options.key,
    findCustom: options.findCustom,
    onFinding: options.onFinding,
  })
  const redacted = redactStructure(value, job, options.hints ?? null)
  return { value: redacted, counts: Object.fromEntries(job.counts) }
}
