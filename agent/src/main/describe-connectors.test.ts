import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { CONNECTORS } from '@vedette/connectors/registry'
import { connectorDescriptionSchema } from '@vedette/proto/connector'

test('the agent tells every connector of the registry with its settings, without a configuration', async () => {
  const args = [join(import.meta.dirname, 'start.ts'), '--describe-connectors']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const described = connectorDescriptionSchema.array().parse(JSON.parse(stdout))
  assert.deepEqual(
    described.map(({ id }) => id),
    CONNECTORS.map(({ id }) => id),
  )
  const redis = described.find(({ id }) => id === 'redis')
  assert.ok(redis?.operations.includes('cache.info.get'), redis?.operations.join())
  const kubernetes = described.find(({ id }) => id === 'kubernetes')
  const properties = Object(kubernetes?.config.properties)
  assert.equal(properties.kubeconfig.secret, true)
  assert.equal(properties.context.secret, undefined)
  assert.equal(properties.context.type, 'string')
})
