const KIND = /^[ \t]{0,16}kind:[ \t]{1,4}["']?Secret["']?[ \t]{0,8}\r?$/m
const BLOCK = /^([ \t]{0,16})(?:data|stringData):[ \t]{0,8}\r?$/
const ENTRY = /^([ \t]{1,32})([^\s:#][^:]{0,252}:)([ \t]{1,8})(\S.{0,65535})$/

// A manifest in YAML that holds a Secret, with each value of its data replaced by what `toMark` gives; the text itself
// when it holds none.
export function hideYamlSecret(text: string, toMark: (value: string) => string): string {
  // What is one line is no manifest: its data would stand below.
  if (text.indexOf('\n') < 0 || !text.includes('Secret') || !KIND.test(text)) return text
  let indent = -1
  const lines = text.split('\n').map((line) => {
    const block = BLOCK.exec(line)
    if (block !== null && indent < 0) {
      indent = block[1]?.length ?? 0
      return line
    }
    const isInside = line.trim() === '' || line.length - line.trimStart().length > indent
    if (indent < 0 || !isInside) {
      indent = BLOCK.test(line) ? (BLOCK.exec(line)?.[1]?.length ?? 0) : -1
      return line
    }
    const entry = ENTRY.exec(line)
    if (entry !== null) return `${entry[1]}${entry[2]}${entry[3]}${toMark(entry[4] ?? '')}`
    // A value that goes on over several lines.
    return line.trim() === '' || line.trimEnd().endsWith(':')
      ? line
      : `${/^[ \t]*/.exec(line)?.[0] ?? ''}${toMark(line.trim())}`
  })
  return lines.join('\n')
}
