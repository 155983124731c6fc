import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeConnector } from '@vedette/connectors/kit/testing'
import { SourceError } from '@vedette/proto/connector'
import { toProtocolFailure } from './errors.ts'
import { pickMessage } from './events.ts'
import { mcpConnector } from './index.ts'

describeConnector({
  connector: mcpConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({
    url: `${baseUrl}/mcp`,
    bearer: { env: 'BUILDS_TOKEN' },
    tools: [{ name: 'runs_get' }, { name: 'runs_list' }],
  }),
})

test('an answer is found in a stream behind progress and questions of the server', () => {
  const stream = [
    'id: 1\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}',
    'data: {"jsonrpc":"2.0","id":3,"method":"sampling/createMessage","params":{}}',
    ': a comment',
    'data: {"jsonrpc":"2.0","id":3,\ndata: "result":{"a":1}}',
    '',
  ].join('\n\n')
  assert.deepEqual(JSON.parse(pickMessage(stream, 3)), { jsonrpc: '2.0', id: 3, result: { a: 1 } })
})

for (const stream of [
  '',
  'data: {"id":4,"result":{}}\n\n',
  'data: {"id":3,"res',
  'data: {"id":3,"method":"ping"}',
]) {
  test(`a stream that ends without the answer is unusable: ${JSON.stringify(stream)}`, () => {
    assert.throws(
      () => pickMessage(stream, 3),
      (error) => error instanceof SourceError && error.state === 'unusable',
    )
  })
}

test('an error of the protocol becomes closed words, and its text stays behind', () => {
  const told = (code: number) => toProtocolFailure(Object.assign(new Error('canary text'), { code }))
  assert.deepEqual([told(-32601).state, told(-32602).state], ['not_served', 'unusable'])
  assert.deepEqual(told(-32602).carried, { why: 'unexpected_kind', code: 'rpc_32602' })
})

test('a digest is 64 digits, a tool is named once, and none at all is refused', () => {
  const accepts = (tools: unknown) =>
    mcpConnector.config.safeParse({ url: 'https://b.test/mcp', tools }).success
  assert.equal(accepts([{ name: 'a', digest: 'f'.repeat(64) }, { name: 'b' }]), true)
  assert.equal(accepts([{ name: 'a', digest: 'f'.repeat(63) }]), false)
  assert.equal(accepts([{ name: 'a' }, { name: 'a' }]), false)
  assert.equal(accepts([]), false)
})
