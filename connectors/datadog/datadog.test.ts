import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeConnector } from '@vedette/connectors/kit/testing'
import { datadogConnector } from './index.ts'

describeConnector({
  connector: datadogConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({
    url: baseUrl,
    api_key: { env: 'DD_API_KEY' },
    app_key: { env: 'DD_APP_KEY' },
  }),
})

test('each operation declares the scopes of the application key that it needs', () => {
  const silent = datadogConnector.operations.filter(
    ({ operation }) => (operation.permissions.datadog ?? []).length === 0,
  )
  assert.deepEqual(
    silent.map(({ operation }) => operation.id),
    [],
  )
  assert.ok(datadogConnector.operations.length >= 47)
})
