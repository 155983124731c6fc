import assert from 'node:assert/strict'
import test from 'node:test'
import { listSettings } from './settings.ts'

const SECRET = { anyOf: [{ type: 'object', properties: { env: {} } }], secret: true }
const text = { type: 'string' }

// What the options of a schema are: name, option, kind, and whether it is needed.
const list = (schema: Record<string, unknown>) =>
  listSettings(schema).map(({ name, flag, kind, isRequired }) => [name, flag, kind, isRequired])

test('every kind of setting is an option of its own name', () => {
  const properties = {
    host: text,
    port: { type: 'integer' },
    pooler: { type: 'boolean' },
    databases: { type: 'array', items: text },
    password: SECRET,
    headers: { type: 'object', additionalProperties: text },
    tls: { type: 'object', properties: { ca_file: text }, required: ['ca_file'] },
    matchers: { type: 'array', items: { type: 'object', properties: { label: text } } },
  }
  assert.deepEqual(list({ type: 'object', properties, required: ['host'] }), [
    ['host', 'host', 'text', true],
    ['port', 'port', 'number', false],
    ['pooler', 'pooler', 'boolean', false],
    ['databases', 'databases', 'list', false],
    ['password', 'password', 'secret', false],
    ['headers', 'headers', 'json', false],
    ['tls.ca_file', 'tls-ca-file', 'text', false],
    ['matchers', 'matchers', 'json', false],
  ])
})

test('forms and needed lists of objects are given by the last names, where those are clear', () => {
  const form = (...names: string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, SECRET])),
    required: names,
  })
  const properties = {
    credentials: { anyOf: [form('key_id', 'token'), form('file', 'token')] },
    accounts: {
      type: 'array',
      items: { type: 'object', properties: { alias: text, token: text }, required: ['alias'] },
    },
  }
  assert.deepEqual(list({ type: 'object', properties, required: ['credentials', 'accounts'] }), [
    ['credentials.key_id', 'key-id', 'secret', false],
    ['credentials.token', 'credentials-token', 'secret', false],
    ['credentials.file', 'file', 'secret', false],
    ['accounts.alias', 'alias', 'text', true],
    ['accounts.token', 'accounts-token', 'text', false],
  ])
})

test('a setting that is called like an option of connect itself gets another', () => {
  assert.deepEqual(list({ type: 'object', properties: { instance: text } }), [
    ['instance', 'config-instance', 'text', false],
  ])
})
