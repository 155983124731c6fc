// A text whose escaped characters are read, and where each of its characters stood.
export type Decoded = Readonly<{ text: string; from: Uint32Array; to: Uint32Array }>

const ENTITIES: Readonly<Record<string, string>> = Object.freeze({
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
})
const ESCAPES: Readonly<Record<string, string>> = Object.freeze({
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
  '`': '`',
})
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/iy
const BACKSLASH = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|([nrtbf"'\\/`]))/y
const PERCENT = /%([0-9a-fA-F]{2})/y

// Reads `%41`, `&#65;`, `&amp;`, `\u0041`, `\x41` and `\n` at once; null when the text holds none.
export function decodeCharacters(text: string): Decoded | null {
  const from = new Uint32Array(text.length)
  const to = new Uint32Array(text.length)
  let out = ''
  let plain = 0
  let isChanged = false
  let at = 0
  const take = (characters: string, end: number) => {
    out += text.slice(plain, at) + characters
    for (let done = out.length - characters.length; done < out.length; done += 1) {
      from[done] = at
      to[done] = end
    }
    at = end
    plain = end
    isChanged = true
  }
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const found =
      code === 37
        ? readPercent(text, at)
        : code === 38
          ? readEntity(text, at)
          : code === 92
            ? readBackslash(text, at)
            : null
    if (found !== null) {
      take(found.characters, found.end)
      continue
    }
    const place = out.length + at - plain
    from[place] = at
    at += 1
    to[place] = at
  }
  return isChanged ? { text: out + text.slice(plain), from, to } : null
}

type Read = Readonly<{ characters: string; end: number }>

function toCharacter(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

function readEntity(text: string, at: number): Read | null {
  ENTITY.lastIndex = at
  const match = ENTITY.exec(text)
  if (match === null) return null
  const [whole, decimal, hex, name = ''] = match
  const characters =
    decimal !== undefined
      ? toCharacter(Number(decimal))
      : hex !== undefined
        ? toCharacter(Number.parseInt(hex, 16))
        : (ENTITIES[name.toLowerCase()] ?? '')
  return { characters, end: at + whole.length }
}

function readBackslash(text: string, at: number): Read | null {
  BACKSLASH.lastIndex = at
  const match = BACKSLASH.exec(text)
  if (match === null) return null
  const [whole, four, two, braced, letter] = match
  const hex = four ?? two ?? braced
  const characters = hex === undefined ? (ESCAPES[letter ?? ''] ?? '') : toCharacter(Number.parseInt(hex, 16))
  return { characters, end: at + whole.length }
}

function toNibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const lower = code | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

// One character of UTF-8 from as many `%` pairs as it has bytes.
function readPercent(text: string, at: number): Read | null {
  const high = toNibble(text.charCodeAt(at + 1))
  const low = toNibble(text.charCodeAt(at + 2))
  if (high < 0 || low < 0) return null
  if (high < 8) return { characters: String.fromCharCode(high * 16 + low), end: at + 3 }
  const bytes: number[] = []
  let size = 1
  while (bytes.length < size) {
    PERCENT.lastIndex = at + bytes.length * 3
    const hex = PERCENT.exec(text)?.[1]
    if (hex === undefined) break
    const byte = Number.parseInt(hex, 16)
    if (bytes.length === 0) size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1
    bytes.push(byte)
  }
  if (bytes.length < size) return { characters: '\ufffd', end: at + 3 }
  return { characters: Buffer.from(bytes).toString('utf8').slice(0, 2), end: at + size * 3 }
}
