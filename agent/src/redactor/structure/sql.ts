const LITERAL =
  /'(?:[^'\\]|''|\\.){0,4096}'|\$(\w{0,16})\$[\s\S]{0,4096}?\$\1\$|\b0x[0-9a-f]+\b|(?<![\w$.])\d+(?:\.\d+)?(?![\w.])/gi
// A text that begins so is a statement.
const STATEMENT =
  /^\s{0,16}(?:select|insert|update|delete|merge|with|alter|create|grant|revoke|set|call|exec|explain|copy|replace|truncate|drop)\b/i

// Tells whether a text begins as a statement of SQL does.
export function isStatement(text: string): boolean {
  return STATEMENT.test(text)
}

// A statement whose literals are `?`, and how many there were.
export function hideLiterals(text: string): Readonly<{ text: string; found: number }> {
  let found = 0
  const hidden = text.replace(LITERAL, () => {
    found += 1
    return '?'
  })
  return { text: hidden, found }
}
