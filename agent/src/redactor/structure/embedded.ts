// A part of a text: JSON of an object or list that stands in it, or what is around.
export type Part = Readonly<{ start: number; end: number; json: unknown }>

const MAX_PARTS = 64
const MAX_TRIES = 256

// Objects of JSON that stand in a text which is none itself; `{"` begins one.
export function findEmbedded(text: string): readonly Part[] {
  const parts: Part[] = []
  let at = text.indexOf('{"')
  for (let tries = 0; at >= 0 && tries < MAX_TRIES && parts.length < MAX_PARTS; tries += 1) {
    const end = findEnd(text, at)
    if (end < 0) break
    const json = parse(text.slice(at, end))
    if (json !== undefined) parts.push({ start: at, end, json })
    at = text.indexOf('{"', json === undefined ? at + 2 : end)
    // What is not JSON at its beginning is read only as far as it goes: each character at most a few times.
    if (json === undefined && at >= 0 && at < end && end - at > 4096) at = text.indexOf('{"', end)
  }
  return parts
}

// Where the braces that open at `start` are closed, strings left out; -1 when they are not.
function findEnd(text: string, start: number): number {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 92) at += 1
    else if (code === 34) isString = !isString
    else if (isString) continue
    else if (code === 123) depth += 1
    else if (code === 125) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
