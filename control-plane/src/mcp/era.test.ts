import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLegacyRequest } from '@modelcontextprotocol/server'
import { clearEra } from './era.ts'

const MODERN = '2026-07-28'
const CLAIM = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const call = (params: unknown, changes: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params,
  ...changes,
})
const session = { 'mcp-session-id': 's', 'mcp-protocol-version': '2025-11-25' }
const stateless = { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': 't' }

const BODIES: readonly unknown[] = [
  call({ name: 't', arguments: {} }),
  call({ name: 't', _meta: { progressToken: 1 } }),
  call({ name: 't', _meta: CLAIM }),
  call({ name: 't', _meta: { ...CLAIM, 'io.modelcontextprotocol/protocolVersion': '2025-11-25' } }),
  call({ name: 't', _meta: { 'io.modelcontextprotocol/protocolVersion': 7 } }),
  call({ name: 't', _meta: null }),
  call({ name: 't', _meta: { progressToken: {} } }),
  call({ name: 't', _meta: { progressToken: 1.5 } }),
  call({ name: 't', _meta: { ...CLAIM, progressToken: null } }),
  call(undefined),
  call([]),
  call({}, { id: {} }),
  call({}, { id: 1.5 }),
  call({}, { jsonrpc: '1.0' }),
  call({}, { result: {} }),
  call({ _meta: CLAIM }, { error: { code: 1, message: 'm' } }),
  call({ protocolVersion: '2025-11-25' }, { method: 'initialize' }),
  call({ _meta: CLAIM }, { method: 'initialize' }),
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 1, result: {} },
  [call({})],
  [],
  null,
  'text',
]
const HEADERS: readonly Record<string, string>[] = [
  session,
  stateless,
  { ...session, 'mcp-protocol-version': MODERN },
  { ...session, 'mcp-protocol-version': '2031-01-01' },
  { ...stateless, 'mcp-session-id': 's' },
  { ...stateless, 'mcp-method': 'tools/list' },
  { 'mcp-protocol-version': '2025-11-25' },
  { 'mcp-session-id': 's' },
  {},
]

test('whenever the short way is sure, the rules of the protocol say the same', async () => {
  for (const body of BODIES)
    for (const headers of HEADERS) {
      const request = new Request('http://localhost/mcp', { method: 'POST', headers })
      const era = clearEra(request.headers, body)
      if (era === null) continue
      const expected = (await isLegacyRequest(request, body)) ? 'session' : 'stateless'
      assert.equal(era, expected, JSON.stringify([headers, body]))
    }
})

test('ordinary requests of both eras take the short way, and no other does', () => {
  const eraOf = (headers: Record<string, string>, body: unknown) => clearEra(new Headers(headers), body)
  assert.equal(eraOf(session, call({ name: 't', _meta: { progressToken: 1 } })), 'session')
  assert.equal(eraOf(stateless, call({ name: 't', _meta: CLAIM })), 'stateless')
  assert.equal(eraOf(session, call({ name: 't', _meta: CLAIM })), null)
  assert.equal(eraOf(stateless, call({ name: 't' })), null)
  assert.equal(eraOf({}, call({ name: 't' })), null)
})
