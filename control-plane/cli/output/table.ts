// Columns are as wide as their widest cell; the last one is not padded. Control characters never reach a terminal.
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((row) => row.map(toPlain))
  const widths = head.map((_, column) => Math.max(...lines.map((line) => countWidth(line[column] ?? ''))))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - countWidth(cell))))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

// Text from elsewhere, made harmless for a terminal: control, zero-width and bidirectional characters go.
export function toPlain(text: string): string {
  return text
    .replace(/[\r\n\t]+/g, ' ')
    .replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '')
}

function countWidth(text: string): number {
  return [...text].length
}
