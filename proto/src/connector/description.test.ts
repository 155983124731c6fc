import assert from 'node:assert/strict'
import test from 'node:test'
import { z } from 'zod'
import { secretField } from './config-fields.ts'
import { describeConfig } from './description.ts'

test('settings are told as a person writes them, with every secret marked and nothing else', () => {
  const auth = z.union([
    z.strictObject({ bearer: secretField('Token') }),
    z.strictObject({ user: z.string() }),
  ])
  const schema = z
    .strictObject({
      host: z.string().describe('Its name'),
      port: z.int().default(1),
      key: secretField('Key').optional(),
      auth: auth.optional(),
    })
    .refine(() => true)
  const source = {
    anyOf: ['env', 'file'].map((from) => ({
      type: 'object',
      properties: { [from]: { type: 'string', minLength: 1 } },
      required: [from],
      additionalProperties: false,
    })),
    secret: true,
  }
  const described = describeConfig(schema)
  assert.deepEqual(Object.keys(described), ['type', 'properties', 'required', 'additionalProperties'])
  assert.deepEqual(described.required, ['host'])
  assert.deepEqual(described.properties, {
    host: { type: 'string', description: 'Its name' },
    port: { type: 'integer', default: 1, minimum: -9007199254740991, maximum: 9007199254740991 },
    key: { ...source, description: 'Key' },
    auth: {
      anyOf: [
        {
          type: 'object',
          properties: { bearer: { ...source, description: 'Token' } },
          required: ['bearer'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { user: { type: 'string' } },
          required: ['user'],
          additionalProperties: false,
        },
      ],
    },
  })
})
