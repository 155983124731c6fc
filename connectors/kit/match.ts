import type { CallContext } from '@vedette/proto/connector'

// Whether a text holds another, capitals aside; no pattern always holds. Where the call tells what of a text may leave,
// only that is looked in, so that nobody can guess a hidden value piece by piece; spaces around the punctuation of JSON
// do not count there.
export function matchVisible(
  { visible }: Readonly<{ visible?: CallContext['visible'] }>,
  text: string | null | undefined,
  pattern: string | undefined,
): boolean {
  if (pattern === undefined) return true
  const said = (text ?? '').toLowerCase()
  const wanted = pattern.toLowerCase()
  if (visible === undefined) return said.includes(wanted)
  const tight = tighten(wanted)
  // What the text does not hold at all is not in its visible part, and most lines end here.
  if (!said.includes(wanted) && !tighten(said).includes(tight)) return false
  return tighten(visible(text ?? '').toLowerCase()).includes(tight)
}

function tighten(text: string): string {
  return text.replace(/ {0,4}([:,{}[\]]) {0,4}/g, '$1')
}
