import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createEveryTool, generate } from '../kit/generate/tools.ts'
import { ROOT } from '../kit/root.ts'

type Schema = Readonly<{
  required?: readonly string[]
  properties: Readonly<
    Record<string, Readonly<{ type?: string; enum?: readonly string[]; maximum?: number }>>
  >
}>

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

test('a tool costs at most 150 tokens on average, at four bytes each', () => {
  const tokens = Buffer.byteLength(JSON.stringify(tools)) / 4 / tools.length
  assert.ok(tokens <= 150, `${tokens.toFixed(1)} tokens`)
})

test('every parameter that a tool takes is listed with its type and choices, save detail, which the instructions tell', () => {
  const kindsOf = (schema: unknown) => {
    const { required, properties } = schema as Schema // the JSON Schema of a tool
    const kinds = Object.entries(properties).map(([name, one]) => [name, one.type, one.enum, one.maximum])
    return { required, kinds: kinds.filter(([name]) => name !== 'detail') }
  }
  assert.deepEqual(
    tools.map(({ name, inputSchema }) => [name, kindsOf(inputSchema)]),
    createEveryTool().map(({ name, inputSchema }) => [name, kindsOf(inputSchema)]),
  )
})

test('no schema uses a list of types or a reference, which some clients cannot read', () => {
  assert.doesNotMatch(text, /"type":\[|"\$ref"|"\$schema"/)
})
