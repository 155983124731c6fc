import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeConnector } from '@vedette/connectors/kit/testing'
import { SourceError } from '@vedette/proto/connector'
import { RABBITMQ_ERRORS } from './errors.ts'
import { rabbitmqConnector } from './index.ts'

describeConnector({
  connector: rabbitmqConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({ url: baseUrl, username: 'vedette', password: { env: 'RABBITMQ_PASSWORD' } }),
})

describe('a refusal with status 401', () => {
  for (const [json, state, missing] of [
    [{ error: 'not_authorized', reason: 'Login failed' }, 'unauthorized', undefined],
    [{ error: 'not_authorized', reason: 'Not_Authorized' }, 'unauthorized', undefined],
    [undefined, 'unauthorized', undefined],
    [{ error: 'not_authorised', reason: 'Not management user' }, 'forbidden', 'user tag: monitoring'],
    [{ error: 'not_authorized', reason: 'Not monitor user' }, 'forbidden', 'user tag: monitoring'],
    [
      { error: 'not_authorised', reason: 'User not authorised to access virtual host' },
      'forbidden',
      'a permission on the virtual host',
    ],
    [{ error: 'x', reason: 'canary of the broker' }, 'unauthorized', undefined],
  ] as const) {
    test(`that says ${JSON.stringify(json?.reason)} is ${state}, without its text`, () => {
      const error = RABBITMQ_ERRORS[401]?.({ status: 401, headers: {}, json, at: 0, credential: 'mq-eu' })
      assert.ok(error instanceof SourceError)
      const credential = state === 'unauthorized' ? { credential: 'mq-eu' } : { missing }
      assert.deepEqual([error.state, error.carried], [state, { ...credential, status: 401 }])
    })
  }
})
