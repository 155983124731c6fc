import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { createFolder, ROOT, startProcess, startPrometheus } from '@vedette/test/kit'
import { callTool, connectClient, ERAS, type Era, listNames } from './mcp-client.ts'
import { type Answer, type Stand, startAgent, startStand, untilAgent } from './stand.ts'

const INSPECTOR = join(ROOT, 'node_modules', '.bin', 'mcp-inspector')

async function inspect(t: TestContext, stand: Stand, era: Era, ...args: string[]) {
  const authorization = `Authorization: Bearer ${stand.token}`
  const run = await startProcess(t, {
    name: 'inspector',
    file: process.execPath,
    args: [
      ...[INSPECTOR, '--cli', stand.mcpUrl, '--transport', 'http', '--protocol-era', era],
      ...['--header', authorization, '--format', 'json', ...args],
    ],
    env: { ...process.env, HOME: createFolder(t) },
  })
  const { code } = await run.exited
  return { code, body: code === 0 ? JSON.parse(run.stdout()) : {}, output: run.output() }
}

// Mount points and sizes as `df -B1` gives them, of file systems that have a size.
function readDf(): readonly [string, number][] {
  const text = execFileSync('df', ['-B1', '--output=size,target'], { encoding: 'utf8' })
  const rows = text.trim().split('\n').slice(1)
  return rows
    .map((row): [string, number] => {
      const [, size = '', target = ''] = /^\s*(\d+)\s+(.*)$/.exec(row) ?? []
      return [target, Number(size)]
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

// The same of an answer, whose list is a table once it has five rows.
function readDisks({ disks }: Answer): readonly [string, number][] {
  const { cols, rows } = Array.isArray(disks) ? { cols: null, rows: disks } : disks
  const pick = (row: Answer, key: string) => (cols === null ? row[key] : row[cols.indexOf(key)])
  const found = rows.map((row: Answer): [string, number] => [pick(row, 'mount'), pick(row, 'size_bytes')])
  return found.toSorted(([a]: [string], [b]: [string]) => (a < b ? -1 : 1))
}

// Labels and value of each series of an instant query, sorted, as Prometheus' own API gives them.
async function queryDirectly(url: string, at: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query: 'up', time: at })}`)
  const { data } = (await response.json()) as Answer
  return data.result
    .map(({ metric, value }: Answer) => JSON.stringify([toSorted(metric), Number(value[1])]))
    .sort()
}

function readSamples({ samples }: Answer): readonly string[] {
  assert.ok(Array.isArray(samples))
  return samples.map(({ labels, value }) => JSON.stringify([toSorted(labels), value])).sort()
}

function toSorted(labels: Record<string, string>): readonly [string, string][] {
  return Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))
}

test('inspector and client of the protocol list tools and get what df and Prometheus say, in both eras', async (t) => {
  const [stand, prometheus] = await Promise.all([startStand(t), startPrometheus(t)])
  const connectors = [{ connector: 'host' }, { connector: 'prometheus', config: { url: prometheus.url } }]
  await startAgent(t, stand, { machine: 'web-1', connectors })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up', prometheus: 'up' } })
  const at = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
  const expected = await queryDirectly(prometheus.url, at)
  assert.equal(expected.length, 2)

  for (const era of ERAS) {
    const listed = await inspect(t, stand, era, '--method', 'tools/list', '--strict')
    assert.equal(listed.code, 0, listed.output)
    const names = listed.body.result.tools.map(({ name }: { name: string }) => name)
    const client = await connectClient(t, stand, era)
    assert.deepEqual(names, await listNames(client))
    for (const name of ['check_fleet_health', 'host_disks_list', 'metrics_query'])
      assert.ok(names.includes(name), `${era}: ${name} is listed`)

    const call = ['--method', 'tools/call', '--tool-name']
    const inspected = await inspect(t, stand, era, ...call, 'host_disks_list')
    assert.equal(inspected.code, 0, inspected.output)
    const asked = JSON.stringify({ expr: 'up', at })
    const queried = await inspect(t, stand, era, ...call, 'metrics_query', '--tool-args-json', asked)
    assert.equal(queried.code, 0, queried.output)
    const answers = {
      inspector: [inspected, queried].map(({ body }) => JSON.parse(body.result.content[0].text)),
      client: [
        (await callTool(client, 'host_disks_list')).body,
        (await callTool(client, 'metrics_query', { expr: 'up', at })).body,
      ],
    }
    for (const [who, [disks, samples]] of Object.entries(answers)) {
      assert.equal(disks?.visibility, 'full', `${who}, ${era}: ${JSON.stringify(disks)}`)
      assert.deepEqual(readDisks(disks), readDf(), `${who}, ${era}`)
      assert.equal(samples?.visibility, 'full', `${who}, ${era}: ${JSON.stringify(samples)}`)
      assert.deepEqual(readSamples(samples), expected, `${who}, ${era}`)
    }
  }
})
