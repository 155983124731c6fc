import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { generate, runBuf } from '../kit/generate/plugin.ts'
import { ROOT } from '../kit/root.ts'

test('the messages of connectors in other processes are those of their contract: else run npm run generate', () => {
  const [file] = generate()
  assert.equal(readFileSync(join(ROOT, file?.path ?? ''), 'utf8'), file?.text)
})

test('the contract of connectors in other processes passes the rules of buf', () => {
  assert.equal(runBuf('lint', '.'), '')
})
