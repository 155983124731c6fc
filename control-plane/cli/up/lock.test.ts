import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { createFolder, startProcess } from '@vedette/test/kit'
import { CliError } from '../cli-error.ts'
import { createDataDir } from './data-dir.ts'
import { lockDataDir } from './lock.ts'

const HOLDER = `
import { createDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir.ts'))}
import { lockDataDir } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))}
globalThis.held = lockDataDir(createDataDir(process.argv[1]))
console.log('held')
process.stdin.resume()
`

test('a data directory has one holder, whose pid the refusal names, and is free when it is killed', async (t) => {
  const root = createFolder(t)
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', HOLDER, root]
  const holder = await startProcess(t, {
    name: 'holder',
    file: process.execPath,
    args,
    ready: { output: /held/ },
  })
  const dir = createDataDir(root)
  assert.throws(
    () => lockDataDir(dir),
    (error) => error instanceof CliError && error.message.includes(`process ${holder.pid}`),
  )
  await holder.stop('SIGKILL')
  const lock = lockDataDir(dir)
  lock.release()
  lockDataDir(dir).release()
})
