import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { drain } from './drain.ts'

test('the rest of a body is read to its end, which may have been before', async () => {
  const body = Readable.from([Buffer.alloc(10), Buffer.alloc(20)])
  await drain(body)
  assert.equal(body.readableEnded, true)
  await drain(body)
})

test('a sender that goes away, or fails, is not waited for', async () => {
  for (const error of [undefined, new Error('reset')]) {
    const body = new Readable({ read() {} })
    const drained = drain(body)
    body.destroy(error)
    await drained
    assert.equal(body.destroyed, true)
  }
})

test('of a body without an end 64 MiB are read', async () => {
  const chunk = Buffer.alloc(1024 * 1024)
  let given = 0
  const body = new Readable({
    read() {
      given += 1
      this.push(chunk)
    },
  })
  await drain(body)
  body.destroy()
  await once(body, 'close')
  assert.ok(given >= 64 && given <= 80, `${given} MiB`)
})
