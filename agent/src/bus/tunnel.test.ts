import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isProxied, toProxyAuth } from './tunnel.ts'

test('a host is reached directly when it, or a domain above it, is named', () => {
  const noProxy = ['bus.internal', '.corp.example', '*.edge.example', '10.0.0.1']
  for (const host of [
    'bus.internal',
    'a.bus.internal',
    'x.corp.example',
    'corp.example',
    'n.edge.example',
    '10.0.0.1',
    'BUS.internal',
  ])
    assert.equal(isProxied(host, noProxy), false, host)
  for (const host of ['mybus.internal', 'corp.example.evil', '10.0.0.11', 'bus'])
    assert.equal(isProxied(host, noProxy), true, host)
  assert.equal(isProxied('any', ['*']), false)
  assert.equal(isProxied('any', []), true)
})

test('the proxy hears user and password as Basic', () => {
  assert.equal(toProxyAuth('agent:p:ss'), 'Basic YWdlbnQ6cDpzcw==')
})
