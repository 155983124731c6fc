import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesGlob, parsePolicy } from './iam.ts'

test('patterns of IAM match as IAM does, and a hostile one ends at once', () => {
  const cases = [
    ['s3:*', 's3:getobject', true],
    ['s3:get*', 's3:putobject', false],
    ['*', '', true],
    ['s3:?etobject', 's3:getobject', true],
    ['ec2:describe*s', 'ec2:describeinstances', true],
    ['', 'x', false],
  ] as const
  for (const [pattern, text, fits] of cases) assert.equal(matchesGlob(pattern, text), fits, pattern)
  assert.equal(matchesGlob(`${'a*'.repeat(200)}b`, 'a'.repeat(2000)), false)
})

test('statements come out of plain and encoded documents, single or several, and nothing else does', () => {
  const one = {
    Effect: 'Allow',
    NotAction: 'iam:*',
    Resource: ['*'],
    Principal: { AWS: ['1', '2'], Service: 'ec2' },
  }
  const expected = {
    effect: 'allow',
    actions: [],
    not_actions: ['iam:*'],
    resources: ['*'],
    principals: ['1', '2', 'ec2'],
    condition: null,
  }
  const text = JSON.stringify({ Statement: one })
  assert.deepEqual(parsePolicy(text), [expected])
  assert.deepEqual(parsePolicy(encodeURIComponent(text)), [expected])
  for (const broken of [undefined, '', '%zz', '[]', '"x"']) assert.equal(parsePolicy(broken), null)
})
