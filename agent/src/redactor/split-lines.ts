// What is redacted together: a line, or the lines of one key; `null` stands for one too long to be held.
export type Unit = string | null

export type LineSplitter = Readonly<{
  // Takes text cut anywhere and gives the units that are complete; line ends belong to them.
  push(chunk: string): readonly Unit[]
  // Gives what is left at the end.
  end(): readonly Unit[]
}>

const MAX_HELD = 8 * 1024 * 1024
const BEGIN = /-----BEGIN [A-Z0-9 ]{1,60}-----/g
const END = /-----END [A-Z0-9 ]{1,60}-----/g

// Carries what is not complete over from chunk to chunk, so that nothing is cut in its middle: a line waits for its end,
// and a key in several lines for its last one. What grows over 8 MiB is dropped, and told by a null.
export function createLineSplitter(): LineSplitter {
  let held = ''
  let isDropping = false

  function take(text: string, isLast: boolean): readonly Unit[] {
    const units: Unit[] = []
    let from = 0
    for (let at = 0; at < text.length; ) {
      const newline = text.indexOf('\n', at)
      const end = newline < 0 ? text.length : newline + 1
      if (newline < 0 && !isLast) break
      at = end
      if (isOpen(text.slice(from, end)) && !(isLast && end === text.length)) continue
      units.push(text.slice(from, end))
      from = end
    }
    held = text.slice(from)
    return units
  }

  return Object.freeze({
    push(chunk: string) {
      if (isDropping) {
        const newline = chunk.indexOf('\n')
        if (newline < 0) return []
        isDropping = false
        return take(chunk.slice(newline + 1), false)
      }
      const units = take(held + chunk, false)
      if (held.length <= MAX_HELD) return units
      held = ''
      isDropping = true
      return [...units, null]
    },
    end() {
      const rest = held
      return rest === '' ? [] : take(rest, true)
    },
  })
}

// A key has begun and not ended.
function isOpen(text: string): boolean {
  if (!text.includes('-----BEGIN ')) return false
  return (text.match(BEGIN)?.length ?? 0) > (text.match(END)?.length ?? 0)
}
