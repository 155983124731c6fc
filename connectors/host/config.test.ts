import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostConfigSchema } from './config.ts'

test('an empty configuration is the machine itself with no log files', () => {
  assert.deepEqual(hostConfigSchema.parse({}), { root: '/', log_files: [] })
})

test('paths that are not absolute, or climb, are refused', () => {
  for (const path of ['var/log/x', '/var/../etc/shadow', '//etc', '/a//b', '/a/', '/a\0', '']) {
    assert.equal(hostConfigSchema.safeParse({ log_files: [path] }).success, false, path)
    assert.equal(hostConfigSchema.safeParse({ root: path }).success, false, path)
  }
})
