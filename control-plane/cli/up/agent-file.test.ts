import assert from 'node:assert/strict'
import test from 'node:test'
import { CliError } from '../cli-error.ts'
import {
  createAgentFile,
  listConnectors,
  listSecretVariables,
  putConnector,
  setNatsUrl,
} from './agent-file.ts'

const FIRST = createAgentFile({
  name: 'box',
  data_dir: '/d',
  nats_url: 'nats://127.0.0.1:4622',
  lobby_creds_file: '/d/lobby.creds',
  join_token_file: '/d/join-token',
})
const PROMETHEUS = { connector: 'prometheus', config: { url: 'http://127.0.0.1:9090' } }

test('the first file names this machine alone', () => {
  assert.deepEqual(listConnectors(FIRST), [{ connector: 'host', config: {} }])
})

test('a connector is added once; the same name again replaces it, and comments stay', () => {
  const edited = FIRST.replace('name: box', 'name: box # mine')
  const once = putConnector(edited, PROMETHEUS)
  const other = { ...PROMETHEUS, config: { url: 'http://127.0.0.1:9091' } }
  const twice = putConnector(once, other)
  assert.deepEqual(listConnectors(twice), [{ connector: 'host', config: {} }, other])
  const named = putConnector(twice, { ...PROMETHEUS, instance: 'eu' })
  assert.equal(listConnectors(named).length, 3)
  assert.match(named, /name: box # mine\n/)
})

test('the address of the broker changes alone', () => {
  assert.equal(setNatsUrl(FIRST, 'nats://127.0.0.1:5000'), FIRST.replace('4622', '5000'))
})

test('a file without a list of connectors gets one', () => {
  assert.deepEqual(listConnectors(putConnector('name: box\n', PROMETHEUS)), [PROMETHEUS])
})

test('only the variables that secrets are read from are listed', () => {
  const auth = { bearer: { env: 'PROM_TOKEN' } }
  const text = putConnector(FIRST, {
    connector: 'prometheus',
    config: { url: 'http://x', auth, headers: { env: 'a', b: 'c' } },
  })
  assert.deepEqual(listSecretVariables(text), ['PROM_TOKEN'])
})

test('a file that is no YAML is named with its line', () => {
  assert.throws(
    () => putConnector('a: [1\nb', PROMETHEUS),
    (error) => error instanceof CliError && /line 2/.test(error.message),
  )
})
