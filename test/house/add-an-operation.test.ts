import assert from 'node:assert/strict'
import test from 'node:test'
import { copyTree } from './tree-copy.ts'

const DEFINITION = `import { z } from 'zod'
import { defineOperation } from '../define.ts'

// How long a host has been running.
export const hostUptimeGet = defineOperation({
  id: 'host.uptime.get',
  title: 'Uptime of a host',
  describe: 'Gives the seconds since a host was started.',
  when: ['uptime', 'when was the host restarted', 'boot time'],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({ uptime_seconds: z.number() }),
  scope: 'host',
  tier: 'read',
  freshness: 5,
  permissions: { host: ['read /proc/uptime'] },
  proof: 'one host is one item; it is never empty',
  since: '0.1.0',
})
`

const IMPLEMENTATION = `import { complete, SourceError } from '@vedette/proto/connector'
import { hostUptimeGet } from '@vedette/proto/operations'
import { readText } from '../files.ts'
import { serveLocal } from './serve-local.ts'

// Serves host.uptime.get: one item.
export const uptimeGet = serveLocal(hostUptimeGet, async ({ client, scope, as_of }) => {
  const [text = ''] = (await readText(client.root, '/proc/uptime')).split(' ')
  const uptime_seconds = Number(text)
  if (!Number.isFinite(uptime_seconds)) throw new SourceError('unusable', { why: 'unparseable' })
  return complete({ uptime_seconds }, { items: 1, as_of, scope })
})
`

const AT = '2026-05-01T10:00:00Z'
const FIXTURE: Readonly<Record<string, string>> = {
  'request.json': JSON.stringify({ operation: 'host.uptime.get', now: AT }),
  'expected.json': JSON.stringify({
    value: { uptime_seconds: 350735.47 },
    parts: [{ scope: { host: 'web-1' }, state: 'read', items: 1, as_of: AT }],
  }),
  'root/etc/hostname': 'web-1\n',
  'root/etc/machine-id': '0123456789abcdef0123456789abcdef\n',
  'root/proc/uptime': '350735.47 234388.90\n',
}

test('a new operation touches the files that CONTRIBUTING names and no others, and then everything holds', (t) => {
  const tree = copyTree(t)
  tree.generate()
  tree.settle()
  const family = 'proto/src/operations/host'
  const folder = 'connectors/host'
  // 1. The definition, 2. its lines in the family.
  tree.write(`${family}/uptime-get.ts`, DEFINITION)
  const last = "import { hostSocketsList } from './sockets-list.ts'"
  tree.replace(
    `${family}/index.ts`,
    last,
    `${last}\nimport { hostUptimeGet } from './uptime-get.ts'\n\nexport { hostUptimeGet }\n`,
  )
  tree.replace(`${family}/index.ts`, '  hostSocketsList,\n])', '  hostSocketsList,\n  hostUptimeGet,\n])')
  // 3. The implementation, its line in the connector, a fixture.
  tree.write(`${folder}/operations/uptime-get.ts`, IMPLEMENTATION)
  const ports = "import { type HostPorts, machine } from './ports.ts'"
  const line = "import { uptimeGet } from './operations/uptime-get.ts'"
  tree.replace(`${folder}/index.ts`, ports, `${line}\n${ports}`)
  tree.replace(`${folder}/index.ts`, 'socketsList]', 'socketsList, uptimeGet]')
  for (const [path, text] of Object.entries(FIXTURE)) tree.write(`${folder}/fixtures/uptime/${path}`, text)
  // 4. The generated files.
  const generated = tree.generate()
  const changed = tree.changed()
  const written = [
    ...Object.keys(FIXTURE)
      .map((path) => `${folder}/fixtures/uptime/${path}`)
      .sort(),
    `${folder}/index.ts`,
    `${folder}/operations/uptime-get.ts`,
    `${family}/index.ts`,
    `${family}/uptime-get.ts`,
  ]
  assert.deepEqual(
    changed.filter((path) => !generated.has(path)),
    written,
  )
  for (const path of [`${folder}/README.md`, 'proto/src/catalogue/index.ts', 'test/golden/tools.golden.json'])
    assert.ok(changed.includes(path), path)
  assert.match(tree.read(`${folder}/README.md`), /\| `host\.uptime\.get` \| Uptime of a host \| read \|/)
  assert.match(tree.read('test/golden/tools.golden.json'), /^\{"name":"host_uptime_get"/m)
  const tests = [
    `${folder}/host.test.ts`,
    'proto/src/operations/catalogue.test.ts',
    'test/golden/tools.test.ts',
    'test/house/imports.test.ts',
    'test/house/shape.test.ts',
  ]
  const { code, output } = tree.node('--test', '--test-reporter=tap', ...tests)
  assert.equal(code, 0, output)
  assert.match(output, /ok \d+ - fixture uptime comes out as expected/)
})
