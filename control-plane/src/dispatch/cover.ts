import { canCover, coverName, type Source, seen, unseen } from '@vedette/proto/visibility'
import type { InstanceRead } from './types.ts'

// Tells whether every part of a read was answered completely, so that it may stand for another source.
export function isWhole({ outcome }: InstanceRead): boolean {
  return outcome.seen && outcome.sources.every((source) => canCover(source.state))
}

// Why a source was left alone: another one was read whole and covers it, or at least was read in its stead; then that
// one's own words keep their effects.
export function toNotNeeded(reader: InstanceRead): Readonly<{
  state: 'not_needed'
  covered_by?: string
  because?: string
}> {
  return isWhole(reader)
    ? { state: 'not_needed', covered_by: nameOf(reader) }
    : { state: 'not_needed', because: 'its scope was asked through another agent' }
}

// The read with its sources marked as covered by the reader; the value, if any, stays out: it would count twice.
export function coverRead(read: InstanceRead, reader: InstanceRead): InstanceRead {
  const covered_by = nameOf(reader)
  const mark = (source: Source): Source => ({ ...source, covered: true, covered_by })
  const { outcome } = read
  const sources = outcome.sources.map(mark)
  return { ...read, outcome: outcome.seen ? seen(outcome.value, sources) : unseen(sources) }
}

function nameOf({ instance, agent_name }: InstanceRead): string {
  return coverName({ connector: instance, ...(agent_name === null ? {} : { agent: agent_name }) })
}
