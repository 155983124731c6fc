import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { type Cleanup, registerUndo } from './cleanup.ts'
import { createFolder } from './folder.ts'
import { isAlive, startProcess, waitForEnd } from './process.ts'

const NODE = process.execPath

// A test's end that can be called by hand.
function createCleanup(): Cleanup & { readonly end: () => Promise<void> } {
  const undos: (() => void | Promise<void>)[] = []
  return {
    after: (undo) => void undos.push(undo),
    end: async () => {
      for (const undo of undos) await undo()
    },
  }
}

test('a process is ready once its output matches, and its input and streams are reached', async (t) => {
  const started = await startProcess(t, {
    name: 'echo',
    file: NODE,
    args: [
      '-e',
      "process.stdin.on('data', (d) => process.stdout.write('got ' + d)); console.error('listening')",
    ],
    ready: { output: /listening/ },
  })
  started.write('this')
  while (!started.stdout().includes('got this')) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.equal(started.stdout(), 'got this')
  assert.match(started.output(), /listening\n/)
})

test('a process is stopped when the test ends, even when it ignores its signal or stands still', async () => {
  const cleanup = createCleanup()
  const deaf = await startProcess(cleanup, {
    name: 'deaf',
    file: NODE,
    args: ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')"],
    ready: { output: /up/ },
    stopMs: 100,
  })
  const still = await startProcess(cleanup, {
    name: 'still',
    file: NODE,
    args: ['-e', "setInterval(() => {}, 1000); console.log('up')"],
    ready: { output: /up/ },
  })
  still.send('SIGSTOP')
  assert.deepEqual([isAlive(deaf.pid), isAlive(still.pid)], [true, true])
  await cleanup.end()
  assert.deepEqual([isAlive(deaf.pid), isAlive(still.pid)], [false, false])
  assert.deepEqual((await deaf.exited).signal, 'SIGKILL')
  assert.deepEqual((await still.exited).signal, 'SIGTERM')
})

test('a process that ends before it is ready is refused with its output', async (t) => {
  const start = startProcess(t, {
    name: 'broken',
    file: NODE,
    args: ['-e', "console.error('no such config'); process.exit(3)"],
    ready: { output: /listening/ },
  })
  await assert.rejects(start, /broken ended before it was ready:\nno such config/)
})

test('a process that is too slow is refused and killed', async (t) => {
  let pid = 0
  const start = startProcess(t, {
    name: 'slow',
    file: NODE,
    args: ['-e', "console.log('pid ' + process.pid); setInterval(() => {}, 1000)"],
    ready: () => false,
    readyMs: 1_500,
  })
  await assert.rejects(start, (error: Error) => {
    pid = Number(/pid (\d+)/.exec(error.message)?.[1] ?? 0)
    return /slow was not ready within 1500 ms/.test(error.message)
  })
  assert.notEqual(pid, 0)
  assert.equal(isAlive(pid), false)
})

test('a program that does not exist is refused by name', async (t) => {
  const start = startProcess(t, { name: 'nothing', file: '/nonexistent/nothing', ready: { output: /x/ } })
  await assert.rejects(start, /nothing ended before it was ready:\nspawn \/nonexistent\/nothing ENOENT/)
})

test('a test file that is ended from outside leaves no process behind', async (t) => {
  const folder = createFolder(t)
  const file = join(folder, 'outer.mjs')
  const kit = JSON.stringify(join(import.meta.dirname, 'process.ts'))
  writeFileSync(
    file,
    `import { startProcess } from ${kit}
const inner = await startProcess({ after() {} }, { name: 'inner', file: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] })
console.log('inner ' + inner.pid)
setInterval(() => {}, 1000)\n`,
  )
  const outer = await startProcess(t, {
    name: 'outer',
    file: NODE,
    args: [file],
    ready: { output: /inner \d+/ },
  })
  const inner = Number(/inner (\d+)/.exec(outer.output())?.[1])
  assert.equal(isAlive(inner), true)
  await outer.stop('SIGTERM')
  assert.equal(await waitForEnd(inner), true)
})

test('things are undone in reverse order, all of them, and a failure is told', async () => {
  const cleanup = createCleanup()
  const order: string[] = []
  const folder = createFolder(cleanup)
  registerUndo(cleanup, () => void order.push(existsSync(folder) ? 'folder is there' : 'folder is gone'))
  registerUndo(cleanup, () => {
    order.push('failing')
    throw new Error('cannot undo')
  })
  await assert.rejects(cleanup.end(), /cannot undo/)
  assert.deepEqual(order, ['failing', 'folder is there'])
  assert.equal(existsSync(folder), false)
})
