import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const SUITE = join(import.meta.dirname, 'testdata/shelf/suite.ts')

// Names of the suite's tests that fail for a shelf with one planted fault.
async function runSuite(fault: string): Promise<{ code: number | null; failed: string[] }> {
  const child = spawn(process.execPath, ['--test-reporter=tap', SUITE, fault], { env: {} })
  let text = ''
  for await (const chunk of child.stdout) text += String(chunk)
  const code = await new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode)
    else child.once('exit', resolve)
  })
  const failed = [...text.matchAll(/^ {4}not ok \d+ - (.*)$/gm)].map((match) => match[1] ?? '')
  return { code, failed }
}

test('an honest connector passes the whole suite', async () => {
  assert.deepEqual(await runSuite('none'), { code: 0, failed: [] })
})

for (const [fault, expected] of [
  ['swallows_errors', /calls http_500 upstream_failed, never an empty list/],
  [
    'drops_pages',
    /never looks whole when a later request fails/,
    /when the fault strikes after identity, or last/,
  ],
  ['says_secret', /neither says nor logs a secret/],
  ['open_config', /refuses a configuration key that it does not know/],
] as const) {
  test(`a connector that ${fault.replace('_', ' ')} fails the suite where it should`, async () => {
    const { code, failed } = await runSuite(fault)
    assert.equal(code, 1)
    assert.ok(
      failed.some((name) => expected.test(name)),
      `failed: ${failed.join('; ')}`,
    )
  })
}
