import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder } from '@vedette/test/kit'
import { readHostIdentity } from './host-identity.ts'

test('a host is known by its machine id, hashed, whatever the data folder', async (t) => {
  const folder = createFolder(t)
  const file = join(folder, 'machine-id')
  writeFileSync(file, `${'ab'.repeat(16)}\n`)
  const one = await readHostIdentity(createFolder(t), file)
  assert.deepEqual(await readHostIdentity(createFolder(t), file), one)
  assert.match(one.id, /^[0-9a-f]{32}$/)
  assert.notEqual(one.id, 'ab'.repeat(16))
  writeFileSync(file, `${'cd'.repeat(16)}\n`)
  assert.notEqual((await readHostIdentity(folder, file)).id, one.id)
})

test('a host without a machine id keeps an id of its own in the data folder', async (t) => {
  const folder = createFolder(t)
  const missing = join(folder, 'none')
  const one = await readHostIdentity(folder, missing)
  assert.deepEqual(await readHostIdentity(folder, missing), one)
  assert.notEqual((await readHostIdentity(createFolder(t), missing)).id, one.id)
})
