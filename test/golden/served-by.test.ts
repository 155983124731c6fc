import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createFolder, ROOT } from '@vedette/test/kit'

const SERVED = 248
const BY_SEVERAL = 133

type ServedBy = ReadonlyMap<string, readonly string[]>

// What the reference says, operation by operation.
function readReference(): ServedBy {
  const text = readFileSync(join(ROOT, 'proto/OPERATIONS.md'), 'utf8')
  return new Map(
    text
      .split(/^### /m)
      .slice(1)
      .map((section) => {
        const [id = ''] = section.split('\n', 1)
        const [, by = assert.fail(`${id} does not say who serves it`)] =
          /^- served by: (.*)$/m.exec(section) ?? []
        return [id, by === 'no connector of this version' ? [] : by.split(', ')]
      }),
  )
}

// What the command says where nothing is installed but itself.
async function runCatalog(t: Parameters<typeof createFolder>[0]): Promise<ServedBy> {
  const home = createFolder(t)
  const main = join(ROOT, 'control-plane/cli/main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'catalog', '--json'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: home, VEDETTE_DATA_DIR: join(home, 'none') },
  })
  const told: { operations: { id: string; served_by: string[] }[]; fleet: unknown } = JSON.parse(stdout)
  assert.equal(told.fleet, null)
  for (const row of told.operations) assert.deepEqual(Object.keys(row), ['id', 'served_by'])
  return new Map(told.operations.map(({ id, served_by }) => [id, served_by]))
}

function assertCounts(servedBy: ServedBy): void {
  const served = [...servedBy.values()].filter((by) => by.length >= 1).length
  const several = [...servedBy.values()].filter((by) => by.length >= 2).length
  assert.ok(served >= SERVED, `${served} operations are served`)
  assert.ok(several >= BY_SEVERAL, `${several} operations are served by two vendors`)
}

test('the reference and the command without a fleet name the same connectors of the same operations', async (t) => {
  assert.deepEqual(new Map(await runCatalog(t)), new Map(readReference()))
})

test('at least 248 operations are served by a connector, and 133 of them by two or more', async (t) => {
  assertCounts(readReference())
  assertCounts(await runCatalog(t))
})
