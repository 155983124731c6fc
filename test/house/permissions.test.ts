import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CONNECTORS } from '@vedette/connectors/registry'
import { renderPermissionBlock } from '../kit/generate/permissions.ts'
import { ROOT } from '../kit/root.ts'

test('every README of a connector holds the least permissions that its operations declare', async () => {
  for (const { id, load } of CONNECTORS) {
    const readme = readFileSync(join(ROOT, 'connectors', id, 'README.md'), 'utf8')
    assert.ok(readme.includes(renderPermissionBlock(await load())), `${id}: run npm run generate`)
  }
})
