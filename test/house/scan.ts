/** One import of a module: what it names, on which line, and whether only types come in. */
export type FoundImport = {
  readonly specifier: string
  readonly line: number
  readonly isTypeOnly: boolean
}

const STATIC = /(?<![.\w$])(?:import|export)(\s+type\b)?(?:\s*|[\s\w$*{},]*?\bfrom\s*)(['"])([^'"\n]+)\2/g
const DYNAMIC = /(?<![.\w$])(?:import|require|createRequire\([^)]*\))\s*\(\s*(['"])([^'"\n]+)\1/g

/** Finds static, re-exporting and dynamic imports; those inside comments and template texts do not count. */
export function findImports(text: string): FoundImport[] {
  const code = blank(text, { keepStrings: true })
  const found = [...code.matchAll(STATIC)].map((match) => ({
    specifier: match[3] ?? '',
    line: lineAt(code, match.index),
    isTypeOnly: match[1] !== undefined,
  }))
  const dynamic = [...code.matchAll(DYNAMIC)].map((match) => ({
    specifier: match[2] ?? '',
    line: lineAt(code, match.index),
    isTypeOnly: false,
  }))
  return [...found, ...dynamic]
}

/** The line, counted from 1, of a position in a text. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

/**
 * The text with comments, template texts and regular expressions blanked by spaces (their quotes stay), and the
 * contents of strings too unless they are kept. Lengths and line breaks stay, so positions stay true.
 */
export function blank(text: string, { keepStrings }: { keepStrings: boolean }): string {
  let out = ''
  let at = 0
  // For each open `${`: how many braces are open inside it.
  const braces: number[] = []
  const hide = (end: number, edge = 0) => {
    const part = text.slice(at, end)
    out += part.slice(0, edge) + part.slice(edge, part.length - edge).replaceAll(/[^\n]/g, ' ')
    out += edge === 0 ? '' : part.slice(-edge)
    at = end
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    const pair = text.slice(at, at + 2)
    if (pair === '//') hide(endOf(text, '\n', at))
    else if (pair === '/*') hide(Math.min(endOf(text, '*/', at + 2) + 2, text.length))
    else if (char === '/' && startsRegExp(out)) hide(endOfRegExp(text, at))
    else if (char === "'" || char === '"') {
      const end = endOfString(text, at, char)
      if (keepStrings) {
        out += text.slice(at, end)
        at = end
      } else hide(end, 1)
    } else if (char === '`' || (char === '}' && braces.at(-1) === 0)) {
      if (char === '}') braces.pop()
      const end = endOfTemplatePart(text, at + 1)
      if (text.slice(end - 2, end) === '${') braces.push(0)
      hide(end, 1)
    } else {
      const depth = braces.at(-1)
      if (depth !== undefined && char === '{') braces[braces.length - 1] = depth + 1
      if (depth !== undefined && char === '}') braces[braces.length - 1] = depth - 1
      out += char
      at += 1
    }
  }
  return out
}

function endOf(text: string, needle: string, from: number): number {
  const found = text.indexOf(needle, from)
  return found === -1 ? text.length : found
}

function endOfString(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === quote || text[at] === '\n') return at + 1
  }
  return text.length
}

function endOfTemplatePart(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '`') return at + 1
    else if (text[at] === '$' && text[at + 1] === '{') return at + 2
  }
  return text.length
}

function endOfRegExp(text: string, from: number): number {
  let isInClass = false
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '\n') return at
    else if (char === '[') isInClass = true
    else if (char === ']') isInClass = false
    else if (char === '/' && !isInClass) return at + 1
  }
  return text.length
}

// A slash divides after a value and starts a regular expression after anything else.
function startsRegExp(before: string): boolean {
  const word = /(?:[\w$]+|.)$/.exec(before.trimEnd().slice(-20))?.[0]
  return word === undefined || /^(return|typeof|case|in|of|await|yield|[^\w$)\]'"`])$/.test(word)
}
