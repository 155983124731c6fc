import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderOperations } from '@vedette/connectors/kit/testing'
import { CONNECTORS } from '@vedette/connectors/registry'
import { ROOT } from '../root.ts'
import { withPermissionBlock } from './permissions.ts'
import type { Generated } from './tools.ts'

const SECTION = /(^## Operations\n\n)[\s\S]*?(?=\n+^## )/m

// The READMEs of all connectors, each with its table of operations and its least permissions as they are now.
export async function generate(): Promise<readonly Generated[]> {
  return Promise.all(
    CONNECTORS.map(async ({ id, load }) => {
      const path = `connectors/${id}/README.md`
      const connector = await load()
      const table = renderOperations(connector)
      const text = readFileSync(join(ROOT, path), 'utf8')
      const listed = text.replace(SECTION, (_, heading: string) => heading + table)
      return { path, text: withPermissionBlock(listed, connector) }
    }),
  )
}
