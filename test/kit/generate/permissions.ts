import { type Connector, writePermissions } from '@vedette/proto/connector'

const OPEN = '<!-- least permissions: npm run generate -->'
const CLOSE = '<!-- /least permissions -->'
const BLOCK = new RegExp(`${OPEN}[\\s\\S]*?${CLOSE}`)
const SECTION = /(^## Least permissions\n[\s\S]*?)(?=\n+^## )/m

/** The block of a README with the least permissions of everything that a connector reads. */
export function renderPermissionBlock(connector: Connector): string {
  const { language, text, writes, undeclared } = writePermissions(connector, { rules: [] })
  const notes = [
    ...(writes.length === 0
      ? []
      : [`Without the writes ${toList(writes)}, which are off unless switched on.`]),
    ...(undeclared.length === 0 ? [] : [`What ${toList(undeclared)} need is not declared.`]),
  ]
  return [OPEN, `\`\`\`${language}`, text, '```', ...notes.flatMap((note) => ['', note]), CLOSE].join('\n')
}

/** The README with that block as it is now: in place of the one that is there, else at the end of its section. */
export function withPermissionBlock(readme: string, connector: Connector): string {
  const block = renderPermissionBlock(connector)
  if (BLOCK.test(readme)) return readme.replace(BLOCK, () => block)
  return readme.replace(SECTION, (_, section: string) => `${section.trimEnd()}\n\n${block}`)
}

function toList(ids: readonly string[]): string {
  return ids.map((id) => `\`${id}\``).join(', ')
}
