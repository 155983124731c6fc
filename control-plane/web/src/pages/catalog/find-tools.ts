import type { CatalogItem } from '../../api/index.ts'

export type Wanted = Readonly<{ text: string; family: string; standing: string }>

// Tools that hold every word, in the family and standing that are chosen; empty means any. Names that begin with the
// first word come first.
export function findTools(
  tools: readonly CatalogItem[],
  { text, family, standing }: Wanted,
): readonly CatalogItem[] {
  const words = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const [first] = words
  const found = tools.filter(
    (tool) =>
      (family === '' || tool.family === family) &&
      (standing === '' || tool.standing === standing) &&
      words.every((word) => toText(tool).includes(word)),
  )
  if (first === undefined) return found
  const rank = ({ tool }: CatalogItem) => (tool.includes(first) ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b))
}

const texts = new WeakMap<CatalogItem, string>()

function toText(tool: CatalogItem): string {
  const known = texts.get(tool)
  if (known !== undefined) return known
  const parts = [
    tool.tool,
    tool.title,
    tool.description,
    tool.family,
    ...tool.when,
    ...tool.operations,
    ...tool.connect,
  ]
  const text = parts.join(' ').toLowerCase()
  texts.set(tool, text)
  return text
}
