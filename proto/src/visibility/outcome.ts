import type { Classes } from './classes.ts'
import type { Seen, Source, Unseen } from './source.ts'

// The two ways to make an outcome; a value exists only where something was read.
export function createOutcomes({ isReadClass }: Classes) {
  // A value with the sources it stands on; throws TypeError when none of them was read.
  function seen<T>(value: T, sources: readonly Source[]): Seen<T> {
    if (!sources.some((source) => isReadClass(source.state)))
      throw new TypeError('an outcome has a value only when at least one of its sources was read')
    return Object.freeze({ seen: true, value, sources: Object.freeze([...sources]) })
  }

  // No value: what was planned and why it was not seen. A source that claims a read without a value is `unusable`.
  function unseen(sources: readonly Source[]): Unseen {
    const honest = sources.map((source): Source => {
      if (!isReadClass(source.state)) return source
      const { proof: _, ...rest } = source
      return { ...rest, state: 'unusable', why: 'internal' }
    })
    return Object.freeze({ seen: false, sources: Object.freeze(honest) })
  }

  return { seen, unseen }
}
