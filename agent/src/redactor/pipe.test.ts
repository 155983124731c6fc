import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

// Runs the process over an input and gives what it wrote and how it ended.
async function runPipe(input: string, ...flags: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'pipe.ts'), ...flags], { env: {} })
  const texts = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    texts.out += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    texts.err += chunk
  })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  child.stdin.end(input)
  return { code: await promise, ...texts }
}

test('lines of text and of JSON pass redacted, their ends as they were', async () => {
  const input = 'token=abc\r\n{"password":"hunter2","n":1}\nplain\n\nlast'
  const { code, out, err } = await runPipe(input)
  assert.equal(out, 'token=<secret:token>\r\n{"password":"<secret:password>","n":1}\nplain\n\nlast')
  assert.deepEqual([code, err], [0, ''])
})

test('with explain, kind and rule are told by line, never the value', async () => {
  const { code, out, err } = await runPipe('a\nmail joe.doe@example.com now', '--explain')
  assert.match(out, /^a\nmail <email:[a-z2-9]{6}> now$/)
  assert.equal(err, '{"line":2,"kind":"email","rule":"mail address"}\n')
  assert.equal(code, 0)
})

test('a whole JSON value is redacted with json, and what is none is refused', async () => {
  const { out, err } = await runPipe('{\n"a": {"api_key": "k"}\n}\n', '--json', '--explain')
  assert.equal(out, '{"a":{"api_key":"<secret:api_key>"}}\n')
  assert.equal(err, '{"line":1,"kind":"api_key","rule":"name of its field","path":"a.api_key"}\n')
  const refused = await runPipe('token=abc', '--json')
  assert.deepEqual([refused.code, refused.out], [2, ''])
})
