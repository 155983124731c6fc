import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONNECTORS } from '@vedette/connectors/registry'
import { ROOT } from '../root.ts'
import type { Generated } from './tools.ts'

const ROW = /^(\| \[[^\]]+\]\(connectors\/([\w-]+)\/README\.md\) \| )\d+(?= \|)/gm
const SUM = /\d+ operations of \d+ connectors/

// The README of the root, with the operations of each connector counted as they are now.
export async function generate(): Promise<readonly Generated[]> {
  const counts = new Map(
    await Promise.all(
      CONNECTORS.map(async ({ id, load }) => [id, (await load()).operations.length] as const),
    ),
  )
  const sum = [...counts.values()].reduce((total, count) => total + count, 0)
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8')
    .replaceAll(ROW, (row, before: string, id: string) =>
      counts.has(id) ? `${before}${counts.get(id)}` : row,
    )
    .replace(SUM, `${sum} operations of ${counts.size} connectors`)
  return [{ path: 'README.md', text }]
}
