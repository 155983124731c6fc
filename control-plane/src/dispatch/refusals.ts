import { isNotNeeded, type Source, unseen } from '@vedette/proto/visibility'
import type { Asked, Refusal } from './ask.ts'
import { type InstanceRead, type ReadRequest, RoutingError } from './types.ts'

// Settles what sources refused. A wrong argument is the caller's to mend and is thrown; an object that one source does
// not have may be in another, so `not_found` is thrown only when every planned source was asked and said so. In reads
// that a composite makes by itself a refusal is our fault, and the source unusable, save that an object which only
// adds detail may be missing. Throws RoutingError.
export function settleRefusals(
  asked: readonly Asked[],
  { request, others }: Readonly<{ request: ReadRequest; others: readonly InstanceRead[] }>,
): readonly InstanceRead[] {
  const refusals = asked.flatMap(({ refusal }) => (refusal === null ? [] : [refusal]))
  const [first] = refusals
  if (first === undefined) return asked.map(({ read }) => read)
  if (request.role !== 'input')
    return asked.map(({ read, refusal }) =>
      request.role === 'enriching' && refusal?.code === 'not_found' ? toElsewhere(read) : read,
    )
  const wrong = refusals.find((refusal) => refusal.code !== 'not_found')
  if (wrong !== undefined) throw toError(wrong)
  const unrefused = [...asked.filter((one) => one.refusal === null).map(({ read }) => read), ...others]
  if (unrefused.every(isSpared)) throw toError(first)
  return asked.map(({ read, refusal }) => (refusal === null ? read : toElsewhere(read)))
}

function isSpared({ outcome }: InstanceRead): boolean {
  return outcome.sources.every(isNotNeeded)
}

// The object that was asked for is not in this source; nothing is hidden by leaving it out.
function toElsewhere(read: InstanceRead): InstanceRead {
  const sources = read.outcome.sources.map(
    ({ why: _, ...source }): Source => ({
      ...source,
      state: 'not_needed',
      because: 'the object that was named is not there',
    }),
  )
  return { ...read, outcome: unseen(sources) }
}

// Agents write these texts for people; they are shown as plain text of a bounded length.
function toError(refusal: Refusal): RoutingError {
  const { code, field } = refusal
  return new RoutingError({
    code,
    field: plain(field, 128),
    message: plain(refusal.message, 512),
    fix: plain(refusal.fix, 512),
  })
}

function plain(text: string, max: number): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, max)
}
