import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeConnector } from '@vedette/connectors/kit/testing'
import { toReplyError } from './errors.ts'
import { redisConnector } from './index.ts'
import { toArguments, toCommandName } from './shape.ts'
import { createFakeRedis } from './testing/fake-redis.ts'

describeConnector({
  connector: redisConnector,
  folder: import.meta.dirname,
  createServer: createFakeRedis,
  config: ({ baseUrl }) => ({
    host: new URL(baseUrl).hostname,
    port: Number(new URL(baseUrl).port || 6379),
    username: 'vedette',
    password: { env: 'REDIS_PASSWORD' },
  }),
  lacks: {
    redirect: 'the protocol has no redirect outside of clusters',
    truncated_json: 'a reply that is cut is a closed connection, which is reset',
    gzip_bomb: 'the protocol has no compression',
  },
})

describe('error replies', () => {
  for (const [text, state, carried] of [
    ['NOAUTH Authentication required.', 'unauthorized', { credential: 'cache-eu' }],
    ['WRONGPASS invalid username-password pair', 'unauthorized', { credential: 'cache-eu' }],
    ['ERR invalid password', 'unauthorized', { credential: 'cache-eu' }],
    [
      "NOPERM this user has no permissions to run the 'config|get' command",
      'forbidden',
      { missing: '+config|get' },
    ],
    [
      'DENIED Redis is running in protected mode',
      'forbidden',
      { missing: '+config|get', why: 'protected_mode' },
    ],
    [
      "ERR unknown command 'CONFIG', with args beginning with: 'x'",
      'not_served',
      { why: 'the server has no config|get' },
    ],
    ['LOADING Redis is loading the dataset in memory', 'upstream_failed', { errno: 'LOADING' }],
    ['ERR max number of clients reached', 'throttled', { by: 'vendor' }],
    ['MOVED 3999 10.0.0.1:6381', 'unusable', { why: 'unexpected_kind' }],
    ['ERR canary text', 'unusable', { why: 'unexpected_kind' }],
  ] as const) {
    test(`${text.split(' ')[0]} of "${text.slice(0, 30)}" is ${state}, without its text`, () => {
      const error = toReplyError(text, 'config|get', 'cache-eu')
      assert.deepEqual([error.state, error.carried], [state, carried])
    })
  }
})

describe('the shape of a slow command', () => {
  for (const [words, command, shape] of [
    [['hgetall', 'cart:maria@example.com'], 'HGETALL', 'cart:*'],
    [['SET', 'session:9f3c', 'a secret', 'EX', '60'], 'SET', 'session:* (+3)'],
    [['GET', 'maria'], 'GET', '*'],
    [['EVAL', 'return redis.call("get","x")', '1', 'k'], 'EVAL', '* (+2)'],
    [['config', 'get', '*'], 'CONFIG GET', '* (+1)'],
    [['MGET', 'a:1', 'a:2', '... (96 more arguments)'], 'MGET', 'a:* (+97)'],
    [['KEYS', 'user:*'], 'KEYS', '*'],
    [['\x01'], 'unknown', null],
  ] as const) {
    test(`${words.join(' ')} is ${command} ${shape}`, () => {
      assert.deepEqual([toCommandName(words), toArguments(words)], [command, shape])
    })
  }
})
