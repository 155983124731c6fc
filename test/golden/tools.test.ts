import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { generate } from '../kit/generate/tools.ts'
import { ROOT } from '../kit/root.ts'

const [catalogue] = generate()
const text = catalogue?.text ?? ''
const tools = JSON.parse(text) as readonly Record<string, unknown>[]

test('the tool catalogue is byte for byte the one that was agreed on: else run npm run generate and look at the change', () => {
  assert.equal(text, readFileSync(join(ROOT, catalogue?.path ?? ''), 'utf8'))
})

test('every tool has a name that all clients take and a description of at most 1,024 characters', () => {
  for (const { name, description } of tools) {
    assert.match(String(name), /^[a-zA-Z0-9_-]{1,64}$/)
    assert.ok(String(description).length <= 1024, String(name))
  }
})

test('a tool costs at most 204 tokens on average, at four bytes each', () => {
  const tokens = Buffer.byteLength(JSON.stringify(tools)) / 4 / tools.length
  assert.ok(tokens <= 204, `${tokens.toFixed(1)} tokens`)
})

test('no schema uses a list of types or a reference, which some clients cannot read', () => {
  assert.doesNotMatch(text, /"type":\[|"\$ref"|"\$schema"/)
})
