import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { generate } from '../kit/generate/catalogue.ts'
import { ROOT } from '../kit/root.ts'

test('the short list of ids and tiers is the catalogue: else run npm run generate', () => {
  const [list] = generate()
  assert.equal(readFileSync(join(ROOT, list?.path ?? ''), 'utf8'), list?.text)
})
