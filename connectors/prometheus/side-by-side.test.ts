import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askSideBySide } from './side-by-side.ts'

test('no more than the limit are under way, and answers keep the order of the questions', async () => {
  let running = 0
  let most = 0
  const answers = await askSideBySide([5, 4, 3, 2, 1], 2, async (item) => {
    running++
    most = Math.max(most, running)
    for (let turn = 0; turn < item; turn++) await Promise.resolve()
    running--
    return item * 10
  })
  assert.deepEqual(answers, [50, 40, 30, 20, 10])
  assert.equal(most, 2)
})

test('the first failure is thrown once nothing is under way, and no further question is asked', async () => {
  const asked: number[] = []
  let ended = 0
  const failing = askSideBySide([1, 2, 3, 4], 2, async (item) => {
    asked.push(item)
    if (item === 1) throw new Error('first')
    await new Promise((resolve) => setImmediate(resolve))
    ended++
  })
  await assert.rejects(failing, /first/)
  assert.deepEqual([asked, ended], [[1, 2], 1])
})
