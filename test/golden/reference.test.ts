import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { COMPOSITES } from '@vedette/control-plane/composites'
import { OPERATIONS } from '@vedette/proto/operations'
import { generate } from '../kit/generate/reference.ts'
import { ROOT } from '../kit/root.ts'

test('the references are those that the definitions give: else run npm run generate', async () => {
  for (const { path, text } of await generate())
    assert.equal(readFileSync(join(ROOT, path), 'utf8'), text, path)
})

test('the references name the version, how to see an own fleet, and every definition once', async () => {
  const [operations, tools] = (await generate()).map(({ text }) => text)
  for (const text of [operations, tools]) {
    assert.match(text ?? '', /^# \w+ of Vedette \d+\.\d+\.\d+\n/)
    assert.match(text ?? '', /list_catalog/)
  }
  for (const { id } of OPERATIONS) assert.equal(operations?.split(`\n### ${id}\n`).length, 2, id)
  for (const { id } of COMPOSITES) assert.equal(tools?.split(`\n### ${id}\n`).length, 2, id)
})
