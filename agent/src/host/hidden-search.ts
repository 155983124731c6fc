import type { CallContext } from '@vedette/proto/connector'
import { isReadClass, type Part } from '@vedette/proto/visibility'

// Arguments that hold a text to look for.
const SEARCH_ARGUMENTS = Object.freeze(['match', 'contains'] as const)

export type SearchWatch = Readonly<{
  // What the call gets as its `visible`: empty where nothing is hidden.
  context: Pick<CallContext, 'visible'>
  // The parts as they may be told once the call is over.
  doubt(parts: readonly Part[]): readonly Part[]
}>

// Watches whether a call looks only in what may leave. Where it does, and the text looked for is itself something that
// may not, no line could show it: what was found is then no more than unproven. Judged by the text alone, never by what
// the lines hold, so that the doubt says nothing of them.
export function watchSearch(
  visible: CallContext['visible'],
  input: Readonly<Record<string, unknown>>,
): SearchWatch {
  if (visible === undefined) return { context: {}, doubt: (parts) => parts }
  let isAsked = false
  const context = {
    // Whoever takes it searches with it.
    get visible() {
      isAsked = true
      return visible
    },
  }
  const texts = SEARCH_ARGUMENTS.flatMap((name) => input[name] ?? []).filter((one) => typeof one === 'string')
  return {
    context,
    doubt: (parts) =>
      isAsked && texts.some((text) => visible(text) !== text) ? parts.map(toDoubted) : parts,
  }
}

function toDoubted(part: Part): Part {
  if (!isReadClass(part.state) || part.state === 'truncated' || part.state === 'stale') return part
  const { scope, items = 0, as_of, cursor } = part
  const more = { ...(as_of === undefined ? {} : { as_of }), ...(cursor === undefined ? {} : { cursor }) }
  return { scope, state: 'unproven', items, why: 'searched_text_is_hidden', ...more }
}
